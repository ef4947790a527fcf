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
    slots_.assign(slots, {});
  }
  void release() {
    configurations_.release();
    slots_.release();
  }
  // After this, configurations can be read by their numbers, but not looked up any more.
  void release_slots() { slots_.release(); }

  std::uint32_t size() const { return static_cast<std::uint32_t>(configurations_.size()); }
  const C& operator[](std::uint32_t number) const { return configurations_[number]; }

  // Whoever looks up several configurations first calls this for each of them, and then prefetch_found(), so
  // that the processor waits for all of them at once.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[home(hash)]); }
  void prefetch_found(std::uint64_t hash) const {
    const Slot& slot = slots_[home(hash)];
    if (slot.number != 0 && slot.check == check(hash)) __builtin_prefetch(&configurations_[slot.number - 1]);
  }

  struct Entry {
    std::uint32_t number;
    bool inserted;
  };
  Entry find_or_insert(const C& configuration, std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = home(hash);
    for (; slots_[at].number != 0; at = (at + 1) & mask) {
      const std::uint32_t number = slots_[at].number - 1;
      if (slots_[at].check == check(hash) && configurations_[number] == configuration) return {number, false};
    }
    const auto number = static_cast<std::uint32_t>(configurations_.size());
    if (number == std::numeric_limits<std::uint32_t>::max() - 1) throw LimitReached{StopReason::memory};
    configurations_.push_back(configuration);
    slots_[at] = {number + 1, check(hash)};
    if (configurations_.size() * 3 > slots_.size() * 2) grow();
    return {number, true};
  }

 private:
  static constexpr std::size_t smallest = 1024;

  // A slot knows enough of the hash to find another place when the table grows, and to tell nearly all other
  // configurations apart without reading them.
  struct Slot {
    std::uint32_t number = 0;  // plus one; 0: the slot is free
    std::uint32_t check = 0;
  };
  static std::uint32_t check(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
  std::size_t home(std::uint64_t hash) const { return check(hash) & (slots_.size() - 1); }

  void grow() {
    Array<std::uint32_t> checks(slots_.limits());  // by number
    checks.resize(size());
    for (std::size_t at = 0; at < slots_.size(); ++at) {
      slots_.poll(at);
      if (slots_[at].number != 0) checks[slots_[at].number - 1] = slots_[at].check;
    }
    const std::size_t slots = 2 * slots_.size();
    slots_.release();  // there need not be two tables at once
    slots_.assign(slots, {});
    for (std::uint32_t number = 0; number < size(); ++number) {
      slots_.poll(number);
      std::size_t at = checks[number] & (slots - 1);
      while (slots_[at].number != 0) at = (at + 1) & (slots - 1);
      slots_[at] = {number + 1, checks[number]};
    }
  }

  Array<C> configurations_;
  Array<Slot> slots_;
};

}  // namespace conclave
