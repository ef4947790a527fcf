// What may still come from a configuration to the end of an execution, interned: there are few different
// ones.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/storage/cost_lanes.hpp"

namespace conclave {

class Continuations {
 public:
  // Besides costs.
  struct Marks {
    std::uint32_t can_end = 0;  // 1: an execution may come to an end as termination wants it
    // Of a model's own properties: what holds in the configuration itself, and which of its leads-to an
    // execution from there may leave without an answer.
    std::uint32_t holds = 0;
    std::uint32_t avoids = 0;
    friend bool operator==(const Marks&, const Marks&) = default;
  };

  explicit Continuations(std::size_t blocks) : blocks_(blocks) { clear(); }

  // Number 0 stands for that nothing is known; others are above it.
  void clear() {
    sums_.assign(blocks_, lanes::nothing_known);
    marks_.assign(1, {});
    std::size_t slots = 64;
    while (slots < std::size_t{4} * last_) slots *= 2;
    resize(slots);
    last_ = 0;
  }
  std::size_t blocks() const { return blocks_; }
  // With the number of blocks, for who knows it while compiling.
  const Lanes* sums(std::size_t blocks, std::size_t continuation) const {
    return sums_.data() + blocks * continuation;
  }
  const Marks& marks(std::size_t continuation) const { return marks_[continuation]; }

  std::uint32_t intern(const Lanes* sums, const Marks& marks) {
    const std::size_t slot = probe(hash(blocks_, sums) ^ hash(marks), [&](std::uint32_t continuation) {
      return marks_[continuation] == marks &&
             difference(blocks_, this->sums(blocks_, continuation), sums) == 0;
    });
    if (slots_[slot] != 0) return slots_[slot];
    marks_.push_back(marks);
    return add(slot, sums);
  }
  // How many there are, besides number 0.
  std::uint32_t size() const { return last_; }
  // Without marks.
  template <std::size_t Blocks>
  [[gnu::always_inline]] inline std::uint32_t intern(const Lanes* sums) {
    const std::size_t slot = probe<Blocks>(sums);
    return slots_[slot] != 0 ? slots_[slot] : add(slot, sums);
  }
  // 0: it has no number yet.
  template <std::size_t Blocks>
  std::uint32_t find(const Lanes* sums) const {
    return slots_[probe<Blocks>(sums)];
  }

 private:
  using Halves = std::array<std::uint64_t, 2>;
  static constexpr std::uint64_t factor = 0x9e3779b97f4a7c15ULL;

  // Where it is, or where it belongs.
  template <class Same>
  std::size_t probe(std::uint64_t hash, const Same& same) const {
    std::size_t slot = hash >> shift_;
    while (slots_[slot] != 0 && !same(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  template <std::size_t Blocks>
  std::size_t probe(const Lanes* sums) const {
    return probe(hash(Blocks, sums), [&](std::uint32_t continuation) {
      return difference(Blocks, this->sums(Blocks, continuation), sums) == 0;
    });
  }
  [[gnu::noinline]] std::uint32_t add(std::size_t slot, const Lanes* sums) {
    sums_.insert(sums_.end(), sums, sums + blocks_);
    slots_[slot] = ++last_;
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
  // 0 where nothing is known.
  static std::uint64_t hash(const Marks& marks) {
    return (marks.can_end ^ std::uint64_t{marks.holds} << 8 ^ std::uint64_t{marks.avoids} << 20) * factor;
  }
  void resize(std::size_t slots) {
    slots_.assign(slots, 0);
    shift_ = 65 - static_cast<int>(std::bit_width(slots));
  }
  void grow() {
    resize(2 * slots_.size());
    for (std::uint32_t continuation = 1; continuation <= last_; ++continuation) {
      const std::uint64_t extra = continuation < marks_.size() ? hash(marks_[continuation]) : 0;
      slots_[probe(hash(blocks_, sums(blocks_, continuation)) ^ extra, [](std::uint32_t) { return false; })] =
          continuation;
    }
  }

  std::size_t blocks_;
  std::vector<Lanes> sums_;           // blocks_ an continuation
  std::vector<Marks> marks_;          // if there are any
  std::vector<std::uint32_t> slots_;  // open addressing, by number; 0: free
  int shift_ = 0;
  std::uint32_t last_ = 0;  // how many there are
};

}  // namespace conclave
