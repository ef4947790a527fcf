// Lemmas out of small rings: the simplest clauses that hold in every configuration.
#pragma once

#include <cstddef>
#include <vector>

#include "program/limits.hpp"
#include "proof/clause.hpp"

namespace conclave::proof {

// No clause that is learned speaks of more processes.
inline constexpr std::size_t learned_variables = 3;

// The clauses of at most so many literals that hold in all of these rings, over at most three processes, and
// of which no part does. What follows from the order and the ring alone is left out. They come in the order
// of their length. Without `on_ring`, none of them says who lies between others. Throws LimitReached.
std::vector<Clause> learn(const std::vector<Ring>&, const std::vector<Relation>&, std::size_t literals,
                          Limits&, bool on_ring = true);

}  // namespace conclave::proof
