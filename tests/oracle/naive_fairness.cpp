// Fair executions as greatest fixpoints: sets of nodes in which every node has an allowed step that stays,
// and a walk that stays to whatever fairness asks for. Whoever is in such a set can go from one demand to the
// next for ever; and where a fair execution stays for ever is such a set. Weak fairness: Emerson and Lei,
// "Modalities for model checking", 1987; strong: Kesten, Pnueli and Raviv, "Algorithmic verification of
// linear temporal logic specifications", 1998 (a node in which an action is owed must lead to where it is
// taken).
#include <algorithm>

#include "oracle/naive_graph.hpp"

namespace conclave::naive {

NaiveGraph::Nodes NaiveGraph::fair_within(Nodes zone, const Filter& allowed,
                                          std::optional<Node> again_and_again) const {
  // Whatever is tossed with a step has to stay, too.
  const auto stays = [&](Node node, const NaiveEdge& edge) {
    return zone[edge.target] && allowed(node, edge) &&
           std::ranges::all_of(edge.alike, [&](std::size_t other) {
             const NaiveEdge& tossed = edges[node][other];
             return zone[tossed.target] && allowed(node, tossed);
           });
  };
  const auto drop_dead_ends = [&] {
    sweep(size(), [&](Node node) {
      if (!zone[node]) return false;
      zone[node] = std::ranges::any_of(edges[node], [&](const NaiveEdge& edge) { return stays(node, edge); });
      return !zone[node];
    });
  };
  // Leaves in the zone what can stay there until a step that is wanted, and what `excused` says.
  const auto demand = [&](const Filter& wanted, const std::function<bool(Node)>& excused) {
    Nodes served(size(), false);
    sweep(size(), [&](Node node) {
      if (!zone[node] || served[node]) return false;
      served[node] = std::ranges::any_of(edges[node], [&](const NaiveEdge& edge) {
        return stays(node, edge) && (wanted(node, edge) || served[edge.target]);
      });
      return bool{served[node]};
    });
    for (Node node = 0; node < size(); ++node) zone[node] = zone[node] && (served[node] || excused(node));
  };
  const auto nobody = [](Node) { return false; };

  drop_dead_ends();
  std::set<Action> actions;
  for (Node node = 0; node < size(); ++node) {
    if (zone[node] && fairness != Fairness::none) actions.insert(owed[node].begin(), owed[node].end());
  }
  for (bool changed = true; changed;) {
    const Nodes before = zone;
    if (again_and_again)
      demand([&](Node node, const NaiveEdge&) { return node == *again_and_again; }, nobody);
    for (const Action& action : actions) {
      const auto taken = [&](Node, const NaiveEdge& edge) { return edge.step.action == action; };
      const auto not_owed = [&](Node node) { return !owed[node].contains(action); };
      if (fairness == Fairness::strong)
        demand(taken, not_owed);
      else
        demand([&](Node node, const NaiveEdge& edge) { return taken(node, edge) || not_owed(node); }, nobody);
    }
    drop_dead_ends();
    changed = zone != before;
  }
  return zone;
}

NaiveGraph::Nodes NaiveGraph::fair_for_ever(const Filter& allowed) const {
  return fair_within(Nodes(size(), true), allowed, {});
}

bool NaiveGraph::on_fair_loop(Node node, const Nodes& endless, const Filter& allowed) const {
  return endless[node] && fair_within(endless, allowed, node)[node];
}

}  // namespace conclave::naive
