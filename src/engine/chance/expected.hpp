// The least and the greatest mean of a cost over all schedulers, exactly: by strongly connected components,
// and in each by policy iteration (R. A. Howard 1960) with exact elimination. docs/semantics/chance.md has
// the proof.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/analysis/state_graph.hpp"
#include "engine/chance/decision_process.hpp"
#include "engine/run/result.hpp"

namespace conclave {

// May an execution end in a state, or stay for ever at no more of this cost?
using MayEnd = std::function<bool(DecisionProcess::State)>;

// The expected cost from the first state on. `weights` has the cost of each vector of costs (Steps::costs()).
// Throws LimitReached.
Expectation expected_cost(const DecisionProcess&, const std::vector<std::uint16_t>& weights, const MayEnd&,
                          const Limits&);

// The same for every counted cost of an instance.
std::vector<Expectation> expected_costs(const StateGraph&, const Machine&);

// Can some scheduler keep an execution for ever where it cannot end, whatever is tossed?
bool may_go_on_for_ever(const StateGraph&, const Machine&);

}  // namespace conclave
