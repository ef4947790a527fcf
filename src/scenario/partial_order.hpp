// What is known of an order of identifiers: of some pairs of places, which has the smaller one.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>
#include "author/rational.hpp"

namespace conclave {

// Transitively closed, without contradiction. At most 64 places.
class PartialOrder {
 public:
  PartialOrder() = default;
  explicit PartialOrder(int places)
      : above_(static_cast<std::size_t>(places)), below_(static_cast<std::size_t>(places)) {}

  int places() const { return static_cast<int>(above_.size()); }
  // Does it follow that the identifier at `smaller` is the smaller one?
  bool knows(int smaller, int larger) const {
    return above_[static_cast<std::size_t>(smaller)] >> larger & 1U;
  }
  // The opposite must not be known.
  void add(int smaller, int larger);

  // What all else follows from, in order: the smaller one's place first, then the larger one's.
  std::vector<std::pair<int, int>> neighbours() const;

  // One order that agrees, place by place: 1..places(), large ones at the first places.
  std::vector<int> one_order() const;
  // How many orders agree: linear extensions, exact.
  Rational count() const;

 private:
  std::vector<std::uint64_t> above_;  // by place: whose identifiers are larger, bit by bit
  std::vector<std::uint64_t> below_;
};

}  // namespace conclave
