// The set of configurations that the graph pass has seen, numbered in the order in which they were found,
// from 0 on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/storage/array.hpp"

namespace conclave {

// The set is exact, because configurations are stored whole and compared whole. C is a Configuration
// (machine/configuration.hpp).
template <class C>
class Table {
 public:
  explicit Table(Limits& limits) : configurations_(limits), slots_(limits) {}

  void clear() {
    const std::size_t wanted = std::max<std::size_t>(smallest, 2 * configurations_.size());
    configurations_.clear();
    // The size that the last instance needed is kept, because the next one is often alike.
    std::size_t slots = smallest;
    while (slots < wanted && slots < std::size_t{1} << 20) slots *= 2;
    slots_.clear();
    slots_.assign(slots, 0);
  }
  void release() {
    configurations_.release();
    slots_.release();
  }
  // After this, configurations can be read by their numbers, but not looked up any more.
  void release_slots() { slots_.release(); }

  std::uint32_t size() const { return static_cast<std::uint32_t>(configurations_.size()); }
  const C& operator[](std::uint32_t number) const { return configurations_[number]; }

  struct Entry {
    std::uint32_t number;
    bool inserted;
  };
  // `rehash` returns the hash of a stored configuration. It is needed when the table grows.
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
    slots_.release();  // all that the table holds can be found again, so there need not be two tables at once
    slots_.assign(slots, 0);
    for (std::uint32_t number = 0; number < size(); ++number) {
      slots_.poll(number);
      std::size_t slot = rehash(configurations_[number]) & (slots - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots - 1);
      slots_[slot] = number + 1;
    }
  }

  Array<C> configurations_;
  Array<std::uint32_t> slots_;
};

}  // namespace conclave
