// The set of configurations seen, numbered in the order in which they were found.
#pragma once

#include <cstdint>
#include <limits>

#include "engine/storage/array.hpp"

namespace conclave {

// Exact: configurations are stored whole and compared whole. C is a Configuration.
template <class C>
class Table {
 public:
  explicit Table(Limits& limits) : configurations_(limits), slots_(limits) {}

  void clear() {
    const std::size_t wanted = std::max<std::size_t>(smallest, 2 * configurations_.size());
    configurations_.clear();
    // Keep the size that the last instance needed: the next one is often alike.
    std::size_t slots = smallest;
    while (slots < wanted && slots < std::size_t{1} << 20) slots *= 2;
    slots_.clear();
    slots_.assign(slots, 0);
  }
  void release() {
    configurations_.release();
    slots_.release();
  }
  // Nothing can be looked up any more, only read by number.
  void release_slots() { slots_.release(); }

  std::uint32_t size() const { return static_cast<std::uint32_t>(configurations_.size()); }
  const C& operator[](std::uint32_t number) const { return configurations_[number]; }

  struct Entry {
    std::uint32_t number;
    bool inserted;
  };
  // `rehash` gives the hash of a stored configuration, for when the table grows.
  template <class Rehash>
  Entry find_or_insert(const C& configuration, std::uint64_t hash, Rehash&& rehash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != 0) {
      const std::uint32_t number = slots_[slot] - 1;
      if (configurations_[number] == configuration) return {number, false};
      slot = (slot + 1) & mask;
    }
    const auto number = static_cast<std::uint32_t>(configurations_.size());
    if (number == std::numeric_limits<std::uint32_t>::max() - 1) throw LimitReached{StopReason::memory};
    configurations_.push_back(configuration);
    slots_[slot] = number + 1;
    if (configurations_.size() * 3 > slots_.size() * 2) grow(rehash);
    return {number, true};
  }

 private:
  static constexpr std::size_t smallest = 1024;

  template <class Rehash>
  void grow(Rehash&& rehash) {
    const std::size_t slots = 2 * slots_.size();
    slots_.release();  // all that it holds can be found again: never two tables at once
    slots_.assign(slots, 0);
    for (std::uint32_t number = 0; number < size(); ++number) {
      std::size_t slot = rehash(configurations_[number]) & (slots - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots - 1);
      slots_[slot] = number + 1;
    }
  }

  Array<C> configurations_;
  Array<std::uint32_t> slots_;
};

}  // namespace conclave
