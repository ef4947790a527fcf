// End components: sets of states in which a scheduler can keep an execution for ever, whatever is tossed (L.
// de Alfaro, Formal Verification of Probabilistic Systems, 1997).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/chance/decision_process.hpp"

namespace conclave {

// The maximal end components of the decisions that are allowed.
struct EndComponents {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> of;  // by state: the number of its component, or none
  std::vector<bool> inside;       // by decision: it stays in a component
  std::uint32_t count = 0;
};
EndComponents end_components(
    const DecisionProcess&,
    const std::function<bool(DecisionProcess::State, DecisionProcess::Decision)>& allowed, const Limits&);

}  // namespace conclave
