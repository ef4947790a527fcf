#include "engine/chance/decision_process.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "engine/analysis/decisions.hpp"

namespace conclave {
namespace {

std::uint64_t common_multiple(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a / std::gcd(a, b), b, &product))
    throw ModelError("one step tosses among more than 2^64 outcomes");
  return product;
}

}  // namespace

DecisionProcess decision_process(const StateGraph& graph, const Machine& machine) {
  DecisionProcess process;
  Decisions decisions(machine);
  std::vector<std::pair<std::uint32_t, StateGraph::Edge>> sorted;  // by decision
  process.outcomes.reserve(graph.edges.size());
  for (StateGraph::State state = 0; state < graph.size(); ++state) {
    graph.ends.poll(state);
    process.first_decision.push_back(static_cast<DecisionProcess::Decision>(process.among.size()));
    sorted.clear();
    for (const auto& edge : graph.out(state)) sorted.emplace_back(decisions.of(edge.record), edge);
    std::ranges::stable_sort(sorted, {}, [](const auto& each) { return each.first; });
    for (auto at = sorted.begin(); at != sorted.end();) {
      const auto end =
          std::find_if(at, sorted.end(), [&](const auto& each) { return each.first != at->first; });
      process.first_outcome.push_back(process.outcomes.size());
      std::uint64_t among = 1;
      for (auto each = at; each != end; ++each)
        among = common_multiple(among, machine.steps().probability(each->second.record).among);
      process.among.push_back(among);
      std::uint64_t all = 0;
      for (; at != end; ++at) {
        const auto probability = machine.steps().probability(at->second.record);
        const std::uint64_t ways = probability.ways * (among / probability.among);
        process.outcomes.push_back({at->second.target, machine.steps().record(at->second.record).cost, ways});
        all += ways;
      }
      if (all != among) throw std::logic_error("the probabilities of a decision do not add up to 1");
    }
  }
  process.first_decision.push_back(static_cast<DecisionProcess::Decision>(process.among.size()));
  process.first_outcome.push_back(process.outcomes.size());
  return process;
}

}  // namespace conclave
