#include "engine/chance/end_components.hpp"

#include <algorithm>
#include <utility>

#include "engine/analysis/fairness.hpp"

namespace conclave {

EndComponents end_components(
    const DecisionProcess& process,
    const std::function<bool(DecisionProcess::State, DecisionProcess::Decision)>& allowed,
    const Limits& limits) {
  using State = DecisionProcess::State;
  using Decision = DecisionProcess::Decision;
  EndComponents found;
  found.inside.assign(process.among.size(), false);
  for (State state = 0; state < process.size(); ++state) {
    for (Decision d = process.first_decision[state]; d < process.first_decision[state + 1]; ++d)
      found.inside[d] = allowed(state, d);
  }
  Components components;
  for (bool changed = true; changed;) {
    std::vector<std::pair<State, State>> edges;
    for (State state = 0; state < process.size(); ++state) {
      for (Decision d = process.first_decision[state]; d < process.first_decision[state + 1]; ++d) {
        if (!found.inside[d]) continue;
        for (const auto& outcome : process.of(d)) edges.emplace_back(state, outcome.target);
      }
    }
    components = strong_components(process.size(), edges, limits);
    changed = false;
    for (State state = 0; state < process.size(); ++state) {
      for (Decision d = process.first_decision[state]; d < process.first_decision[state + 1]; ++d) {
        const bool leaves = found.inside[d] && std::ranges::any_of(process.of(d), [&](const auto& outcome) {
                              return components.of[outcome.target] != components.of[state];
                            });
        if (!leaves) continue;
        found.inside[d] = false;
        changed = true;
      }
    }
  }
  // What is left in a component of one state without a decision is none.
  std::vector<std::uint32_t> number(components.count, EndComponents::none);
  found.of.assign(process.size(), EndComponents::none);
  for (State state = 0; state < process.size(); ++state) {
    for (Decision d = process.first_decision[state]; d < process.first_decision[state + 1]; ++d) {
      auto& its = number[components.of[state]];
      if (found.inside[d] && its == EndComponents::none) its = found.count++;
    }
  }
  for (State state = 0; state < process.size(); ++state) found.of[state] = number[components.of[state]];
  return found;
}

}  // namespace conclave
