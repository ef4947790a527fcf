#include "naive/naive_graph.hpp"

#include <algorithm>
#include <set>

namespace conclave::naive {
namespace {

// Calls `improve` for every state, last ones first because they tend to be nearer the end, until nothing
// changes.
void sweep(std::size_t states, const std::function<bool(std::size_t)>& improve) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t state = states; state-- > 0;) changed |= improve(state);
  }
}

}  // namespace

void NaiveGraph::find_ends(bool starts_are_optional) {
  bool returns = false;
  for (const auto& out : edges) {
    quiescent.push_back(std::ranges::none_of(out, &NaiveEdge::owed));
    returns |= std::ranges::any_of(out, [](const NaiveEdge& edge) { return edge.target == 0; });
  }
  someone_must_start = starts_are_optional && quiescent[0] && !edges[0].empty();
  if (someone_must_start && !returns) quiescent[0] = false;
}

NaiveGraph::States NaiveGraph::may_reach_final() const {
  States may(edges.size(), false);
  sweep(edges.size(), [&](std::size_t state) {
    if (may[state]) return false;
    may[state] = (quiescent[state] && final[state]) ||
                 std::ranges::any_of(edges[state], [&](const NaiveEdge& edge) { return may[edge.target]; });
    return bool{may[state]};
  });
  return may;
}

std::optional<std::size_t> NaiveGraph::shortest_into_undecided() const {
  std::optional<std::size_t> shortest;
  const auto offer = [&](std::size_t state, std::size_t steps) {
    if (quiescent[state] && !final[state] && (!shortest || steps < *shortest)) shortest = steps;
  };
  if (!someone_must_start) offer(0, 0);
  for (std::size_t state = 0; state < edges.size(); ++state) {
    for (const NaiveEdge& edge : edges[state]) offer(edge.target, depth[state] + 1);
  }
  return shortest;
}

NaiveGraph::States NaiveGraph::fair_for_ever(const Filter& allowed) const {
  States zone(edges.size(), true);
  const auto stays = [&](std::size_t state, const NaiveEdge& edge) {
    return zone[edge.target] && allowed(state, edge);
  };
  const auto drop_dead_ends = [&] {
    sweep(edges.size(), [&](std::size_t state) {
      if (!zone[state]) return false;
      zone[state] =
          std::ranges::any_of(edges[state], [&](const NaiveEdge& edge) { return stays(state, edge); });
      return !zone[state];
    });
  };
  drop_dead_ends();
  if (std::ranges::count(zone, true) == 0) return zone;
  std::vector<std::set<Action>> owed(edges.size());
  std::set<Action> actions;
  for (std::size_t state = 0; state < edges.size(); ++state) {
    for (const NaiveEdge& edge : edges[state]) {
      if (edge.owed) owed[state].insert(edge.action);
    }
    actions.insert(owed[state].begin(), owed[state].end());
  }
  for (bool changed = true; changed;) {
    const States before = zone;
    for (const Action& action : actions) {
      // From where, inside the zone, the action can be taken, or a state reached in which it is not owed.
      States served(edges.size(), false);
      sweep(edges.size(), [&](std::size_t state) {
        if (!zone[state] || served[state]) return false;
        served[state] = std::ranges::any_of(edges[state], [&](const NaiveEdge& edge) {
          return stays(state, edge) &&
                 (edge.action == action || !owed[state].contains(action) || served[edge.target]);
        });
        return bool{served[state]};
      });
      zone = served;
    }
    drop_dead_ends();
    changed = zone != before;
  }
  return zone;
}

NaiveGraph::States NaiveGraph::reachable(std::size_t from, const Filter& allowed) const {
  States reached(edges.size(), false);
  std::vector<std::size_t> todo{from};
  reached[from] = true;
  while (!todo.empty()) {
    const std::size_t state = todo.back();
    todo.pop_back();
    for (const NaiveEdge& edge : edges[state]) {
      if (reached[edge.target] || !allowed(state, edge)) continue;
      reached[edge.target] = true;
      todo.push_back(edge.target);
    }
  }
  return reached;
}

std::optional<std::size_t> NaiveGraph::shortest_stem() const {
  const Filter restless = [&](std::size_t state, const NaiveEdge&) { return !quiescent[state]; };
  const States endless = fair_for_ever(restless);
  // States are numbered by depth. One lies on a fair cycle if it can go on for ever, fairly, and never lose
  // the way back to itself.
  for (std::size_t state = 0; state < edges.size(); ++state) {
    if (!endless[state]) continue;
    const States there = reachable(state, restless);
    States back(edges.size(), false);
    back[state] = true;
    sweep(edges.size(), [&](std::size_t s) {
      if (back[s] || quiescent[s]) return false;
      back[s] = std::ranges::any_of(edges[s], [&](const NaiveEdge& edge) { return back[edge.target]; });
      return bool{back[s]};
    });
    const Filter around = [&](std::size_t s, const NaiveEdge& edge) {
      return restless(s, edge) && there[s] && back[s] && there[edge.target] && back[edge.target];
    };
    if (fair_for_ever(around)[state]) return depth[state];
  }
  return {};
}

std::optional<std::int64_t> NaiveGraph::least(std::size_t metric) const {
  const Filter silent = [&](std::size_t, const NaiveEdge& edge) { return edge.sent[metric] == 0; };
  const States forever = fair_for_ever(silent);
  std::vector<std::optional<std::int64_t>> best(edges.size());
  const auto best_step = [&](std::size_t state) {
    std::optional<std::int64_t> least;
    for (const NaiveEdge& edge : edges[state]) {
      if (!best[edge.target]) continue;
      const std::int64_t sum = *best[edge.target] + edge.sent[metric];
      if (!least || sum < *least) least = sum;
    }
    return least;
  };
  for (std::size_t state = 0; state < edges.size(); ++state) {
    if (quiescent[state] || forever[state]) best[state] = 0;
  }
  sweep(edges.size(), [&](std::size_t state) {
    const auto sum = best_step(state);
    if (!sum || (best[state] && *best[state] <= *sum)) return false;
    best[state] = sum;
    return true;
  });
  return someone_must_start ? best_step(0) : best[0];
}

std::optional<std::int64_t> NaiveGraph::most(std::size_t metric) const {
  const Filter any = [](std::size_t, const NaiveEdge&) { return true; };
  // On a cycle is only what has a way on and a way in for ever: what has none need not be searched.
  States core(edges.size(), true);
  sweep(edges.size(), [&](std::size_t state) {
    if (!core[state]) return false;
    core[state] = std::ranges::any_of(edges[state], [&](const NaiveEdge& edge) { return core[edge.target]; });
    return !core[state];
  });
  for (std::size_t state = 0; state < edges.size(); ++state) {
    for (const NaiveEdge& edge : edges[state]) {
      if (edge.sent[metric] == 0 || !core[state] || !core[edge.target]) continue;
      if (edge.target == state || reachable(edge.target, any)[state]) return {};
    }
  }
  std::vector<std::int64_t> most(edges.size(), 0);
  sweep(edges.size(), [&](std::size_t state) {
    const std::int64_t before = most[state];
    for (const NaiveEdge& edge : edges[state]) {
      most[state] = std::max(most[state], most[edge.target] + edge.sent[metric]);
    }
    return most[state] != before;
  });
  return most[0];
}

}  // namespace conclave::naive
