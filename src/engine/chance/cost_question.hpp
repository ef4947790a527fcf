// What a question about one cost of an instance takes from its graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/analysis/fairness.hpp"
#include "engine/chance/end_components.hpp"
#include "engine/chance/nodes.hpp"

namespace conclave {

class CostQuestion {
 public:
  CostQuestion(const StateGraph& graph, const Machine& machine, std::size_t cost)
      : weights(weights_of(machine, cost)),
        may_end(
            [&graph,
             quiet = fair_regions(graph, machine, [&](StateGraph::State state, const StateGraph::Edge& edge) {
               return weights[machine.steps().record(edge.record).cost] == 0 && !graph.rests(state);
             })](StateGraph::State state) { return graph.rests(state) || quiet.contains(state); }) {}

  const std::vector<std::uint16_t> weights;  // by vector of costs (Steps::costs())
  const MayEnd may_end;

 private:
  static std::vector<std::uint16_t> weights_of(const Machine& machine, std::size_t cost) {
    std::vector<std::uint16_t> weights;
    for (const auto& vector : machine.steps().costs()) weights.push_back(vector[cost]);
    return weights;
  }
};

// Does some outcome of the decision cost anything?
inline bool costs(const DecisionProcess& process, DecisionProcess::Decision decision,
                  const std::vector<std::uint16_t>& weights) {
  return std::ranges::any_of(process.of(decision),
                             [&](const auto& outcome) { return weights[outcome.cost] != 0; });
}

// The maximal end components in which nothing costs anything.
inline EndComponents free_components(const DecisionProcess& process,
                                     const std::vector<std::uint16_t>& weights, const Limits& limits) {
  return end_components(
      process, [&](auto, DecisionProcess::Decision d) { return !costs(process, d, weights); }, limits);
}

}  // namespace conclave
