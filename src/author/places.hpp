// What a model's own properties may say of places: how far they are from each other, and whose identifier is
// the largest.
#pragma once

#include <algorithm>
#include <optional>
#include <ranges>
#include <vector>

#include "author/global.hpp"

namespace conclave {

template <class M, When when>
Id largest_identifier(const Global<M, when>& g) {
  static_assert(!is_anonymous<M>(), "an anonymous model has no identifiers");
  return g.largest();
}

// The place of the largest identifier. If several processes have it, these are all their places, so that
// turning a ring makes no difference. It is a view, so that a predicate that is asked again and again takes
// no memory.
template <class M, When when>
auto places_of_largest(const Global<M, when>& g) {
  return g.places() | std::views::filter([&g, largest = largest_identifier(g)](Place place) {
           return g.id(place) == largest;
         });
}

// The length of a shortest way along channels from one place to every other, by g.index(). A place that
// cannot be reached has none.
template <class M, When when>
std::vector<std::optional<int>> distances(const Global<M, when>& g, Place from) {
  std::vector<std::optional<int>> far(static_cast<std::size_t>(g.processes()));
  const auto of = [&](Place place) -> auto& { return far[g.index(place)]; };
  of(from) = 0;
  std::vector<Place> reached;
  reached.reserve(far.size());
  reached.push_back(from);
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const Place at = reached[k];
    for (const Place to : g.neighbours(at)) {
      if (of(to)) continue;
      of(to) = *of(at) + 1;
      reached.push_back(to);
    }
  }
  return far;
}

// The longest of these lengths.
template <class M, When when>
int diameter(const Global<M, when>& g) {
  int most = 0;
  std::vector<int> far;  // by g.index(); -1: not reached
  std::vector<Place> reached;
  reached.reserve(static_cast<std::size_t>(g.processes()));
  for (const Place from : g.places()) {
    far.assign(static_cast<std::size_t>(g.processes()), -1);
    far[g.index(from)] = 0;
    reached.assign(1, from);
    for (std::size_t k = 0; k < reached.size(); ++k) {
      const int step = far[g.index(reached[k])] + 1;
      for (const Place to : g.neighbours(reached[k])) {
        int& of = far[g.index(to)];
        if (of >= 0) continue;
        most = std::max(most, of = step);
        reached.push_back(to);
      }
    }
  }
  return most;
}

// On a two-way ring: does nobody within so many steps of a place have a larger identifier?
template <class M, When when>
bool is_largest_within(const Global<M, when>& ring, Place place, int distance) {
  const int n = ring.processes();
  for (int far = 1; far <= distance && far < n; ++far) {
    if (ring.id(ring.ahead(place, far)) > ring.id(place) || ring.id(ring.ahead(place, -far)) > ring.id(place))
      return false;
  }
  return true;
}

}  // namespace conclave
