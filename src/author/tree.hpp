// What a model's own properties may say of the tree that its processes build. The model's State has to have a
// `parent` (std::optional<Place>; the root is its own parent) and `children` (std::vector<Place>).
#pragma once

#include <algorithm>
#include <vector>

#include "author/global.hpp"

namespace conclave {

// Parents form no cycle: from every process that has not crashed they lead to the root, to a process without
// a parent, or to one that has crashed.
template <class M>
bool parents_lead_up(const Global<M>& g) {
  for (const Place i : g.places()) {
    Place at = i;
    for (int far = 0;; ++far) {
      if (far > g.processes()) return false;
      if (g.crashed(at) || !g.state(at).parent) break;
      const Place above = *g.state(at).parent;
      if (above == at) break;
      at = above;
    }
  }
  return true;
}

// Every process that has not crashed hangs under the root by edges of the network. Its children, apart from
// crashed ones, are just those processes that have it as their parent, each listed once.
template <class M>
bool is_spanning_tree(const Global<M>& g, Place root) {
  if (!parents_lead_up(g)) return false;
  std::vector<std::vector<Place>> below(static_cast<std::size_t>(g.processes()));
  for (const Place i : g.places()) {
    if (g.crashed(i)) continue;
    if (!g.state(i).parent) return false;
    const Place above = *g.state(i).parent;
    if (i == root) {
      if (above != root) return false;
      continue;
    }
    const std::vector<Place> near = g.neighbours(i);
    if (std::ranges::find(near, above) == near.end() || g.crashed(above)) return false;
    below[g.index(above)].push_back(i);
  }
  for (const Place i : g.places()) {
    if (g.crashed(i)) continue;
    std::vector<Place> children;
    for (const Place child : g.state(i).children) {
      if (!g.crashed(child)) children.push_back(child);
    }
    if (!std::ranges::is_permutation(children, below[g.index(i)])) return false;
  }
  return true;
}

// When nothing is on its way, and the root has started, parents form a spanning tree below it.
template <class M>
bool is_spanning_tree_when_quiet(const Global<M>& g) {
  return !g.quiet() || g.crashed(g.root()) || !g.state(g.root()).parent || is_spanning_tree(g, g.root());
}

}  // namespace conclave
