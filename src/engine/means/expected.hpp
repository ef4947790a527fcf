// The least and the greatest mean of a cost over all schedulers.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/analysis/state_graph.hpp"
#include "engine/chance/nodes.hpp"
#include "engine/run/result.hpp"

namespace conclave {

// The expected cost from the first state on. `weights` has the cost of each vector of costs (Steps::costs()).
// Throws LimitReached.
Expectation expected_cost(const DecisionProcess&, const std::vector<std::uint16_t>& weights, const MayEnd&,
                          Means, const Limits&);

// The same for every counted cost of an instance.
std::vector<Expectation> expected_costs(const StateGraph&, const Machine&, Means);

// Can some scheduler keep an execution for ever where it cannot end, whatever is tossed?
bool may_go_on_for_ever(const StateGraph&, const Machine&);

}  // namespace conclave
