// What is known of an order of identifiers: for some pairs of places, which of the two has the smaller
// identifier. The machine collects in it what handlers ask (machine/asked.hpp), and order classes are cut by
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "author/rational.hpp"

namespace conclave {

// It is always transitively closed and free of contradictions.
class PartialOrder {
 public:
  PartialOrder() = default;
  explicit PartialOrder(int places)
      : above_(static_cast<std::size_t>(places)), below_(static_cast<std::size_t>(places)) {}

  int places() const { return static_cast<int>(above_.size()); }
  // Does it follow that the identifier at `smaller` is less than the one at `larger`?
  bool knows(int smaller, int larger) const {
    return above_[static_cast<std::size_t>(smaller)] >> larger & 1U;
  }
  // Adds a fact and what follows from it. The opposite must not be known.
  void add(int smaller, int larger);

  // The facts from which all others follow, in ascending order of their pairs: the place of the smaller
  // identifier comes first, then that of the larger one.
  std::vector<std::pair<int, int>> neighbours() const;

  // One order of the identifiers 1..places() that agrees with all that is known, place by place. Large
  // identifiers go to the first places.
  std::vector<int> one_order() const;
  // How many orders agree with all that is known: the number of linear extensions, exactly.
  Rational count() const;

 private:
  // By place: the set of places whose identifiers are known to be larger, or smaller; bit k stands for place
  // k.
  std::vector<std::uint64_t> above_;
  std::vector<std::uint64_t> below_;
};

}  // namespace conclave
