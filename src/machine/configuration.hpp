// A configuration as an array of cells, one for each component (values.hpp says which components there are).
// The cells lie in words that are compared and copied whole. The graph pass stores configurations like this;
// the fast pass packs them more tightly (engine/storage/layout.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "program/limits.hpp"

namespace conclave {

// Cell is the type of a cell: an integer of one, two or four bytes. Words is the size of a configuration in
// words of 64 bits.
template <class Cell, std::size_t Words>
struct Configuration {
  using cell_type = Cell;
  static constexpr std::size_t capacity = Words * sizeof(std::uint64_t) / sizeof(Cell);

  std::array<std::uint64_t, Words> words{};

  std::uint32_t get(std::size_t component) const {
    Cell cell;
    std::memcpy(&cell, reinterpret_cast<const char*>(words.data()) + component * sizeof(Cell), sizeof(Cell));
    return cell;
  }
  void set(std::size_t component, std::uint32_t value) {
    const auto cell = static_cast<Cell>(value);
    std::memcpy(reinterpret_cast<char*>(words.data()) + component * sizeof(Cell), &cell, sizeof(Cell));
  }
  // This is written by hand, because the comparison of arrays calls a library function, which costs more than
  // the comparison itself.
  friend bool operator==(const Configuration& a, const Configuration& b) {
    std::uint64_t difference = 0;
    for (std::size_t word = 0; word < Words; ++word) difference |= a.words[word] ^ b.words[word];
    return difference == 0;
  }
};

// The same without a fixed size, for code that follows a single execution.
struct LooseConfiguration {
  std::vector<std::uint32_t> cells;

  std::uint32_t get(std::size_t component) const { return cells[component]; }
  void set(std::size_t component, std::uint32_t value) { cells[component] = value; }
  friend bool operator==(const LooseConfiguration&, const LooseConfiguration&) = default;
};

// The successors of a configuration, charged to the limits if there are some. They are built in place: a copy
// right after single cells were written would wait for those writes.
template <class Cells>
class Successors {
 public:
  struct Successor {
    Cells configuration;
    std::uint64_t hash;
    std::uint32_t record;  // the machine's record of the step
  };

  explicit Successors(Limits* limits = nullptr) : charge_(limits) {}

  // Makes room for `count` more, which the caller fills in. Throws LimitReached.
  Successor* add(std::size_t count) {
    if (size_ + count > buffer_.size()) grow(size_ + count);
    size_ += count;
    return buffer_.data() + size_ - count;
  }
  void clear() { size_ = 0; }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Successor* begin() const { return buffer_.data(); }
  const Successor* end() const { return buffer_.data() + size_; }

 private:
  void grow(std::size_t wanted) {
    constexpr std::size_t few = 1024;
    const std::size_t size = wanted + std::min(wanted, std::max(few, buffer_.size() / 2));
    Charge both(charge_);  // for a moment there are the old ones and the new ones
    both.add(static_cast<std::ptrdiff_t>(buffer_.size() * sizeof(Successor)));
    charge_.add(static_cast<std::ptrdiff_t>((size - buffer_.size()) * sizeof(Successor)));
    buffer_.reserve(size);
    buffer_.resize(size);
  }

  std::vector<Successor> buffer_;
  std::size_t size_ = 0;
  Charge charge_;
};

}  // namespace conclave
