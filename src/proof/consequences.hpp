// Clauses that say something which the others do not.
#pragma once

#include <vector>

#include "program/limits.hpp"
#include "proof/clause.hpp"

namespace conclave::proof {

// Leaves out, from the last one on, each clause that follows from those that stay. Without a solver, all
// stay. Throws LimitReached, SolverError.
std::vector<Clause> without_consequences(std::vector<Clause>, const std::vector<Relation>&, Limits&);

}  // namespace conclave::proof
