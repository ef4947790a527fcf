#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "engine/analysis/paths.hpp"
#include "engine/analysis/state_graph.hpp"
#include "engine/steps/statements.hpp"
#include "machine/rounds.hpp"

namespace conclave {
namespace {

bool is_idle(const StateGraph& graph, const Machine& machine, StateGraph::State state) {
  return std::ranges::none_of(graph.out(state),
                              [&](const auto& edge) { return machine.steps().record(edge.record).owed; });
}

// The execution of exactly `rounds` rounds into one of these states, which are sorted.
Path path_after(const StateGraph& graph, Machine& machine, int rounds,
                const std::vector<StateGraph::State>& ends) {
  const RecordIndex idle = machine.rounds()->idle();
  const Search::Node size = graph.size();
  const auto last = static_cast<Search::Node>(rounds);
  Search search;
  search.nodes = (last + 1) * size;
  search.starts = {0};
  search.expand = [&](Search::Node node, Search::Ways& ways) {
    const Search::Node round = node / size;
    const auto state = static_cast<StateGraph::State>(node % size);
    if (round == last) return;
    for (const auto& edge : graph.out(state)) ways.push_back({edge.record, (round + 1) * size + edge.target});
    if (is_idle(graph, machine, state)) ways.push_back({idle, (round + 1) * size + state});
  };
  search.is_end = [&](Search::Node node) {
    return node / size == last &&
           std::ranges::binary_search(ends, static_cast<StateGraph::State>(node % size));
  };
  Path path;
  append(path, machine, calmest(machine, search)->records);
  return path;
}

}  // namespace

void check_rounds(const StateGraph& graph, Machine& machine,
                  const std::function<std::uint32_t(StateGraph::State, int round)>& broken,
                  InstanceResult& result) {
  const int last = machine.judge().rounds_claimed();
  std::vector<bool> now(graph.size(), false);  // the states that are reached in exactly `round` rounds
  std::map<std::size_t, std::pair<int, std::vector<StateGraph::State>>> failures;  // by statement
  now[0] = true;
  for (int round = 0; round <= last; ++round) {
    std::vector<bool> then(graph.size(), false);
    for (StateGraph::State state = 0; state < graph.size(); ++state) {
      if (!now[state]) continue;
      graph.limits.tick();
      const std::uint32_t here = broken(state, round);
      for (std::size_t k = 0; k < most_statements; ++k) {
        if ((here >> k & 1U) == 0) continue;
        auto& failure = failures.try_emplace(k, round, std::vector<StateGraph::State>{}).first->second;
        if (failure.first == round) failure.second.push_back(state);
      }
      for (const auto& edge : graph.out(state)) then[edge.target] = true;
      if (is_idle(graph, machine, state)) then[state] = true;
    }
    now = std::move(then);
  }
  for (const auto& [statement, failure] : failures) {
    result.violations[standard_count + statement] = path_after(graph, machine, failure.first, failure.second);
  }
}

}  // namespace conclave
