// The tree that a model's processes build: what its own properties say of it. For models whose State has
// `parent` (std::optional<Place>, the root's is itself) and `children` (std::vector<Place>).
#pragma once

#include <algorithm>
#include <vector>

#include "author/global.hpp"

namespace conclave {

// From every process that has not crashed, do parents lead to one that has none, or to the root, or to a
// crashed one? Otherwise they form a cycle.
template <class M>
bool parents_lead_up(const Global<M>& g) {
  for (int i = 0; i < g.processes(); ++i) {
    int at = i;
    for (int far = 0;; ++far) {
      if (far > g.processes()) return false;
      if (g.crashed(at) || !g.state(at).parent) break;
      const int above = g.state(at).parent->value();
      if (above == at) break;
      at = above;
    }
  }
  return true;
}

// Does every process that has not crashed hang under the root by edges of the network, and has it just those
// as children, once each, that have it as their parent?
template <class M>
bool is_spanning_tree(const Global<M>& g, int root) {
  if (!parents_lead_up(g)) return false;
  std::vector<std::vector<int>> below(static_cast<std::size_t>(g.processes()));
  for (int i = 0; i < g.processes(); ++i) {
    if (g.crashed(i)) continue;
    if (!g.state(i).parent) return false;
    const int above = g.state(i).parent->value();
    if (i == root) {
      if (above != root) return false;
      continue;
    }
    if (std::ranges::find(g.neighbours(i), above) == g.neighbours(i).end() || g.crashed(above)) return false;
    below[static_cast<std::size_t>(above)].push_back(i);
  }
  for (int i = 0; i < g.processes(); ++i) {
    if (g.crashed(i)) continue;
    std::vector<int> children;
    for (const Place child : g.state(i).children) {
      if (!g.crashed(child.value())) children.push_back(child.value());
    }
    std::ranges::sort(children);
    if (children != below[static_cast<std::size_t>(i)]) return false;
  }
  return true;
}

}  // namespace conclave
