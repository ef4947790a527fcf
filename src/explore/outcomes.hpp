// What may still come from a configuration to the end of an execution, interned: there are few different
// ones.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "explore/cost_lanes.hpp"

namespace conclave {

class Outcomes {
 public:
  // Besides costs.
  struct Facts {
    std::uint32_t can_end = 0;  // 1: an execution may come to an end as termination wants it
    // Of a model's own properties: what holds in the configuration itself, and which of its leads-to an
    // execution from there may leave without an answer.
    std::uint32_t holds = 0;
    std::uint32_t avoids = 0;
    friend bool operator==(const Facts&, const Facts&) = default;
  };

  explicit Outcomes(std::size_t blocks) : blocks_(blocks) { clear(); }

  // Number 0 stands for that nothing is known; others are above it.
  void clear() {
    sums_.assign(blocks_, lanes::nothing_known);
    facts_.assign(1, {});
    std::size_t slots = 64;
    while (slots < std::size_t{4} * last_) slots *= 2;
    resize(slots);
    last_ = 0;
  }
  std::size_t blocks() const { return blocks_; }
  // With the number of blocks, for who knows it while compiling.
  const Lanes* sums(std::size_t blocks, std::size_t outcome) const { return sums_.data() + blocks * outcome; }
  const Facts& facts(std::size_t outcome) const { return facts_[outcome]; }

  std::uint32_t intern(const Lanes* sums, const Facts& facts) {
    const auto same = [&](std::uint32_t outcome) {
      return facts_[outcome] == facts && difference(blocks_, this->sums(blocks_, outcome), sums) == 0;
    };
    const std::uint64_t extra =
        facts.can_end ^ std::uint64_t{facts.holds} << 8 ^ std::uint64_t{facts.avoids} << 20;
    const std::uint32_t outcome = find_or_add(hash(blocks_, sums) ^ extra * factor, same, blocks_, sums);
    if (outcome == facts_.size()) facts_.push_back(facts);
    return outcome;
  }
  // How many there are, besides number 0.
  std::uint32_t size() const { return last_; }
  // Without facts.
  template <std::size_t Blocks>
  std::uint32_t intern(const Lanes* sums) {
    const auto same = [&](std::uint32_t outcome) {
      return difference(Blocks, this->sums(Blocks, outcome), sums) == 0;
    };
    return find_or_add(hash(Blocks, sums), same, Blocks, sums);
  }
  // 0: it has no number yet.
  template <std::size_t Blocks>
  std::uint32_t find(const Lanes* sums) const {
    std::size_t slot = hash(Blocks, sums) >> shift_;
    for (; slots_[slot].outcome != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      if (difference(Blocks, this->sums(Blocks, slots_[slot].outcome), sums) == 0) break;
    }
    return slots_[slot].outcome;
  }

 private:
  using Halves = std::array<std::uint64_t, 2>;
  static constexpr std::uint64_t factor = 0x9e3779b97f4a7c15ULL;

  template <class Same>
  std::uint32_t find_or_add(std::uint64_t hash, const Same& same, std::size_t blocks, const Lanes* sums) {
    std::size_t slot = hash >> shift_;
    for (; slots_[slot].outcome != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      if (same(slots_[slot].outcome)) return slots_[slot].outcome;
    }
    sums_.insert(sums_.end(), sums, sums + blocks);
    slots_[slot] = {++last_, hash};
    if (std::size_t{2} * last_ > slots_.size()) grow();
    return last_;
  }
  static std::uint64_t difference(std::size_t blocks, const Lanes* a, const Lanes* b) {
    std::uint64_t difference = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      const auto x = std::bit_cast<Halves>(a[block]);
      const auto y = std::bit_cast<Halves>(b[block]);
      difference |= (x[0] ^ y[0]) | (x[1] ^ y[1]);
    }
    return difference;
  }
  // The upper bits count.
  static std::uint64_t hash(std::size_t blocks, const Lanes* sums) {
    std::uint64_t x = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      const auto halves = std::bit_cast<Halves>(sums[block]);
      x = (x ^ halves[0] * factor ^ halves[1]) * 0xbf58476d1ce4e5b9ULL;
    }
    return x;
  }
  void resize(std::size_t slots) {
    slots_.assign(slots, {});
    shift_ = 65 - static_cast<int>(std::bit_width(slots));
  }
  void grow() {
    const std::vector<Slot> before = std::move(slots_);
    resize(2 * before.size());
    for (const Slot& each : before) {
      if (each.outcome == 0) continue;
      std::size_t slot = each.hash >> shift_;
      while (slots_[slot].outcome != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = each;
    }
  }

  struct Slot {
    std::uint32_t outcome = 0;  // 0: free
    std::uint64_t hash = 0;
  };

  std::size_t blocks_;
  std::vector<Lanes> sums_;  // blocks_ an outcome
  std::vector<Facts> facts_;
  std::vector<Slot> slots_;  // open addressing
  int shift_ = 0;
  std::uint32_t last_ = 0;  // how many there are
};

}  // namespace conclave
