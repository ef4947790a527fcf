// With which probability a cost is at most some number: the least and the greatest probability over all
// schedulers, exactly, one number after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/analysis/state_graph.hpp"
#include "engine/chance/nodes.hpp"
#include "engine/run/result.hpp"

namespace conclave {

// The distribution of one cost from the first state on. `weights` has the cost of each vector of costs
// (Steps::costs()). Ends as Distributed says. Throws LimitReached.
Distribution distribution(const DecisionProcess&, const std::vector<std::uint16_t>& weights, const MayEnd&,
                          const Distributed&, const Limits&);

// The same for each cost of an instance that is asked for.
std::vector<Distribution> distributions(const StateGraph&, const Machine&, const Distributed&);

}  // namespace conclave
