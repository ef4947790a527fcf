// Small graphs for tests, and what can be said of them by trying every permutation.
#pragma once

#include <algorithm>
#include <boost/range/iterator_range.hpp>
#include <numeric>
#include <vector>

#include "scenario/topology.hpp"

namespace conclave::testing {

using Map = std::vector<int>;

inline std::size_t at(int place) { return static_cast<std::size_t>(place); }

// Every graph (digraph) of n processes, numbered as they are.
template <class Visit>
void for_each_graph(int n, bool directed, const Visit& visit) {
  std::vector<std::pair<int, int>> cells;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (directed ? i != j : i < j) cells.emplace_back(i, j);
    }
  }
  for (std::size_t set = 0; set < std::size_t{1} << cells.size(); ++set) {
    Adjacency adjacent(at(n), std::vector<bool>(at(n), false));
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if ((set >> k & 1U) == 0) continue;
      const auto [i, j] = cells[k];
      adjacent[at(i)][at(j)] = true;
      if (!directed) adjacent[at(j)][at(i)] = true;
    }
    visit(adjacent);
  }
}

// In lexicographic order.
inline std::vector<Map> permutations(int n) {
  Map map(at(n));
  std::iota(map.begin(), map.end(), 0);
  std::vector<Map> all;
  do all.push_back(map);
  while (std::ranges::next_permutation(map).found);
  return all;
}

// The graph after place i has become place map[i].
inline Adjacency renumbered(const Adjacency& adjacent, const Map& map) {
  Adjacency result = adjacent;
  for (std::size_t i = 0; i < adjacent.size(); ++i) {
    for (std::size_t j = 0; j < adjacent.size(); ++j) result[at(map[i])][at(map[j])] = adjacent[i][j];
  }
  return result;
}

// The least of all that renumbering leads to; if rooted, of place 0 too.
inline Adjacency least_form(const Adjacency& adjacent, bool rooted) {
  Adjacency least = adjacent;
  for (const Map& map : permutations(static_cast<int>(adjacent.size()))) {
    if (!rooted || map[0] == 0) least = std::min(least, renumbered(adjacent, map));
  }
  return least;
}

// Does everybody reach everybody? By going from place to place.
inline bool connected(const Adjacency& adjacent) {
  for (std::size_t start = 0; start < adjacent.size(); ++start) {
    std::vector<bool> reached(adjacent.size(), false);
    std::vector<std::size_t> open{start};
    reached[start] = true;
    while (!open.empty()) {
      const std::size_t i = open.back();
      open.pop_back();
      for (std::size_t j = 0; j < adjacent.size(); ++j) {
        if (!adjacent[i][j] || reached[j]) continue;
        reached[j] = true;
        open.push_back(j);
      }
    }
    if (std::ranges::count(reached, false) > 0) return false;
  }
  return true;
}

struct Channel {
  int from, to, out, in;
  friend auto operator<=>(const Channel&, const Channel&) = default;
};

inline std::vector<Channel> channels(const Topology& topology) {
  std::vector<Channel> all;
  for (const Link& link : topology.links)
    all.push_back({link.from, link.to, code_of(link.out), code_of(link.in)});
  std::ranges::sort(all);
  return all;
}

}  // namespace conclave::testing
