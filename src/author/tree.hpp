// What a model's own properties may say of the tree that its processes build. The model's State has to have a
// `parent` (std::optional<Place>; the root is its own parent) and `children` (std::vector<Place>).
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "author/global.hpp"

namespace conclave {

// The parent of a process that has not crashed. Predicates look at no more than they need of a local state,
// so that steps which change something else are hidden from them.
template <class M, When when>
std::optional<Place> parent_of(const Global<M, when>& g, Place place) {
  return g.state(place, [](const typename M::State& s) { return s.parent; });
}

// Parents form no cycle: from every process that has not crashed they lead to the root, to a process without
// a parent, or to one that has crashed.
template <class M, When when>
bool parents_lead_up(const Global<M, when>& g) {
  for (const Place i : g.places()) {
    Place at = i;
    for (int far = 0;; ++far) {
      if (far > g.processes()) return false;
      if (g.crashed(at)) break;
      const std::optional<Place> above = parent_of(g, at);
      if (!above || *above == at) break;
      at = *above;
    }
  }
  return true;
}

// Every process that has not crashed hangs under the root by edges of the network. Its children, apart from
// crashed ones, are just those processes that have it as their parent, each listed once.
template <class M, When when>
bool is_spanning_tree(const Global<M, when>& g, Place root) {
  if (!parents_lead_up(g)) return false;
  std::vector<std::vector<Place>> below(static_cast<std::size_t>(g.processes()));
  for (const Place i : g.places()) {
    if (g.crashed(i)) continue;
    const std::optional<Place> above = parent_of(g, i);
    if (!above) return false;
    if (i == root) {
      if (*above != root) return false;
      continue;
    }
    const std::vector<Place> near = g.neighbours(i);
    if (std::ranges::find(near, *above) == near.end() || g.crashed(*above)) return false;
    below[g.index(*above)].push_back(i);
  }
  for (const Place i : g.places()) {
    if (g.crashed(i)) continue;
    std::vector<Place> children;
    for (const Place child : g.state(i, [](const typename M::State& s) { return s.children; })) {
      if (!g.crashed(child)) children.push_back(child);
    }
    if (!std::ranges::is_permutation(children, below[g.index(i)])) return false;
  }
  return true;
}

// If the root has started, parents form a spanning tree below it.
template <class M, When when>
bool is_spanning_tree_below_root(const Global<M, when>& g) {
  return g.crashed(g.root()) || !parent_of(g, g.root()) || is_spanning_tree(g, g.root());
}

}  // namespace conclave
