#include "oracle/naive_graph.hpp"

#include <algorithm>

namespace conclave::naive {

void NaiveGraph::add_node() {
  edges.emplace_back();
  owed.emplace_back();
  quiescent.push_back(false);
}

NaiveGraph explore(const Checker& checker, std::size_t cap) {
  NaiveGraph graph;
  graph.fairness = checker.scenario().fairness;
  std::map<Configuration, std::size_t> index;
  std::size_t edges = 0;
  graph.configurations.push_back(checker.initial());
  index[graph.configurations[0]] = 0;
  for (std::size_t node = 0; node < graph.configurations.size(); ++node) {
    if (node > cap || edges > 20 * cap) throw TooMuch{};
    graph.add_node();
    for (Transition& t : checker.transitions(graph.configurations[node])) {
      ++edges;
      const auto [at, added] = index.try_emplace(t.target, graph.configurations.size());
      if (added) graph.configurations.push_back(t.target);
      t.target = {};
      if (t.owed) graph.owed[node].insert(t.action);
      graph.edges[node].push_back({at->second, std::move(t)});
    }
    auto& here = graph.edges[node];
    for (NaiveEdge& edge : here) {
      for (std::size_t other = 0; other < here.size(); ++other) {
        const Transition& step = here[other].step;
        if (step.action == edge.step.action && step.chosen == edge.step.chosen &&
            step.decided == edge.step.decided)
          edge.alike.push_back(other);
      }
    }
    graph.quiescent[node] = graph.owed[node].empty() && !checker.awaits_start(graph.configurations[node]);
  }
  return graph;
}

NaiveGraph::Nodes NaiveGraph::may_reach(Nodes may) const {
  sweep(size(), [&](Node node) {
    if (may[node]) return false;
    may[node] = std::ranges::any_of(edges[node], [&](const NaiveEdge& edge) { return may[edge.target]; });
    return bool{may[node]};
  });
  return may;
}

NaiveGraph::Nodes NaiveGraph::reachable(Node from) const {
  Nodes reached(size(), false);
  std::vector<Node> todo{from};
  reached[from] = true;
  while (!todo.empty()) {
    const Node node = todo.back();
    todo.pop_back();
    for (const NaiveEdge& edge : edges[node]) {
      if (reached[edge.target]) continue;
      reached[edge.target] = true;
      todo.push_back(edge.target);
    }
  }
  return reached;
}

std::optional<std::int64_t> NaiveGraph::least(std::size_t cost) const {
  const Filter silent = [&](Node, const NaiveEdge& edge) { return edge.step.costs[cost] == 0; };
  const Nodes forever = fair_for_ever(silent);
  std::vector<std::optional<std::int64_t>> best(size());
  for (Node node = 0; node < size(); ++node) {
    if (quiescent[node] || forever[node]) best[node] = 0;
  }
  sweep(size(), [&](Node node) {
    const auto before = best[node];
    for (const NaiveEdge& edge : edges[node]) {
      if (!best[edge.target]) continue;
      const std::int64_t sum = *best[edge.target] + edge.step.costs[cost];
      if (!best[node] || sum < *best[node]) best[node] = sum;
    }
    return best[node] != before;
  });
  return best[0];
}

std::optional<std::int64_t> NaiveGraph::most(std::size_t cost) const {
  // On a cycle is only what has a way on for ever: what has none need not be searched.
  Nodes core(size(), true);
  sweep(size(), [&](Node node) {
    if (!core[node]) return false;
    core[node] = std::ranges::any_of(edges[node], [&](const NaiveEdge& edge) { return core[edge.target]; });
    return !core[node];
  });
  for (Node node = 0; node < size(); ++node) {
    for (const NaiveEdge& edge : edges[node]) {
      if (edge.step.costs[cost] == 0 || !core[node] || !core[edge.target]) continue;
      if (edge.target == node || reachable(edge.target)[node]) return {};
    }
  }
  std::vector<std::int64_t> most(size(), 0);
  sweep(size(), [&](Node node) {
    const std::int64_t before = most[node];
    for (const NaiveEdge& edge : edges[node]) {
      most[node] = std::max(most[node], most[edge.target] + edge.step.costs[cost]);
    }
    return most[node] != before;
  });
  return most[0];
}

}  // namespace conclave::naive
