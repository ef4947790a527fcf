// What a model's own properties may say of places: how far they are from each other, and whose identifier is
// the largest.
#pragma once

#include <algorithm>
#include <compare>
#include <optional>
#include <vector>

#include "author/global.hpp"

namespace conclave {

template <class M>
Id largest_identifier(const Global<M>& g) {
  Id largest;
  for (const Place i : g.places()) largest = std::max(largest, g.id(i));
  return largest;
}

// The place of the largest identifier. If several processes have it, these are all their places, so that
// turning a ring makes no difference.
template <class M>
std::vector<Place> places_of_largest(const Global<M>& g) {
  std::vector<Place> places;
  for (const Place i : g.places()) {
    const auto is = places.empty() ? std::strong_ordering::equal : g.id(i) <=> g.id(places.front());
    if (is > 0) places.clear();
    if (is >= 0) places.push_back(i);
  }
  return places;
}

// The length of a shortest way along channels from one place to every other, by g.index(). A place that
// cannot be reached has none.
template <class M>
std::vector<std::optional<int>> distances(const Global<M>& g, Place from) {
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
template <class M>
int diameter(const Global<M>& g) {
  int most = 0;
  for (const Place i : g.places()) {
    for (const auto& far : distances(g, i)) most = std::max(most, far.value_or(0));
  }
  return most;
}

// On a two-way ring: does nobody within so many steps of a place have a larger identifier?
template <class M>
bool is_largest_within(const Global<M>& ring, Place place, int distance) {
  const int n = ring.processes();
  for (int far = 1; far <= distance && far < n; ++far) {
    if (ring.id(ring.ahead(place, far)) > ring.id(place) || ring.id(ring.ahead(place, -far)) > ring.id(place))
      return false;
  }
  return true;
}

}  // namespace conclave
