// A table that is indexed by two small integers, both of which may grow. Expander and StepTables memoise
// look-ups in it, and Handlers keep outcomes. It is an array while that is small, and hashed beyond.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <utility>
#include <vector>

namespace conclave {

// T{} means that the entry is not yet computed. References stay valid until the next call of at(). The array
// has DenseLimit elements at most.
template <class T, std::uint64_t DenseLimit = std::uint64_t{1} << 20>
class Grid {
 public:
  T& at(std::uint32_t row, std::uint32_t column) {
    if (row < rows_ && column < columns_) [[likely]]
      return dense_[std::size_t{row} * columns_ + column];
    return at_outside(row, column);
  }

  void clear() {
    sparse_.clear();
    if (dense_.size() > shrink_above) {
      *this = Grid();
    } else {
      std::ranges::fill(dense_, T{});
    }
  }

 private:
  [[gnu::noinline]] T& at_outside(std::uint32_t row, std::uint32_t column) {
    std::uint64_t rows = rows_ == 0 ? 4 : rows_;
    std::uint64_t columns = columns_ == 0 ? 8 : columns_;
    while (rows <= row) rows *= 2;
    while (columns <= column) columns *= 2;
    if (rows * columns > DenseLimit) return sparse_[std::uint64_t{row} << 32 | column];
    std::vector<T> larger(rows * columns);
    for (std::size_t r = 0; r < rows_; ++r) {
      std::copy_n(dense_.begin() + static_cast<std::ptrdiff_t>(r * columns_), columns_,
                  larger.begin() + static_cast<std::ptrdiff_t>(r * columns));
    }
    dense_ = std::move(larger);
    rows_ = static_cast<std::uint32_t>(rows);
    columns_ = static_cast<std::uint32_t>(columns);
    return dense_[std::size_t{row} * columns_ + column];
  }

  // In elements. A larger table is given back, so that small instances after a large one clear fast.
  static constexpr std::size_t shrink_above = 1U << 14;

  std::vector<T> dense_;
  std::uint32_t rows_ = 0;
  std::uint32_t columns_ = 0;
  boost::unordered_flat_map<std::uint64_t, T> sparse_;
};

}  // namespace conclave
