#include "engine/means/expected.hpp"

#include <algorithm>

#include "engine/chance/cost_question.hpp"
#include "engine/chance/end_components.hpp"
#include "engine/means/bounds.hpp"
#include "engine/means/optimum.hpp"

namespace conclave {
namespace {

using State = DecisionProcess::State;
using Decision = DecisionProcess::Decision;

// Elimination in a component of more nodes than this may take minutes for each cost.
constexpr std::size_t most_exact = 5000;

}  // namespace

Expectation expected_cost(const DecisionProcess& process, const std::vector<std::uint16_t>& weights,
                          const MayEnd& may_end, Means means, const Limits& limits) {
  const EndComponents all = end_components(
      process, [](State, Decision) { return true; }, limits);
  const EndComponents free = all.count == 0 ? all : free_components(process, weights, limits);
  bool unbounded = false;
  for (Decision d = 0; d < process.among.size(); ++d)
    unbounded |= all.inside[d] && costs(process, d, weights);
  Nodes nodes(process, free, may_end);
  const CostStakes stakes(weights);
  const auto best = [&](bool greatest) -> Bounds {
    Optimum exactly(nodes, stakes, greatest, limits);
    if (means == Means::bounds || (means == Means::by_size && exactly.largest_cycle() > most_exact))
      return cost_bounds(nodes, weights, greatest, limits);
    const Rational value = to_rational(exactly.run()[nodes.of(0)]);
    return {value, value};
  };
  Expectation expected;
  if (!unbounded) expected.greatest = best(true);
  if (all.count == 0 && !nodes.decides()) {
    expected.least = expected.greatest;
  } else if (all.count == 0 || nodes.keep_what_ends(limits)) {
    expected.least = best(false);
  }
  return expected;
}

std::vector<Expectation> expected_costs(const StateGraph& graph, const Machine& machine, Means means) {
  const DecisionProcess process = decision_process(graph, machine);
  const Costs costs(*machine.scenario().model->program);
  std::vector<Expectation> all;
  for (std::size_t cost = 0; cost < costs.counted(); ++cost) {
    const CostQuestion question(graph, machine, cost);
    all.push_back(expected_cost(process, question.weights, question.may_end, means, graph.limits));
  }
  return all;
}

bool may_go_on_for_ever(const StateGraph& graph, const Machine& machine) {
  const DecisionProcess process = decision_process(graph, machine);
  return end_components(
             process, [](State, Decision) { return true; }, graph.limits)
             .count > 0;
}

}  // namespace conclave
