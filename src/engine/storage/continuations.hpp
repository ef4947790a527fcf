// A continuation is what may still come from a configuration to the end of an execution: the most and the
// least of each cost, and a few marks. There are few different ones, so they are interned: each gets a
// number, counted from 1. The fast pass stores that number as the tag of a finished configuration
// (fast_pass.hpp); the threads of the parallel pass share them (shared_search.hpp).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/storage/cost_lanes.hpp"

namespace conclave {

class Continuations {
 public:
  // What a continuation says besides costs.
  struct Marks {
    // These are bits, one for each of the model's own properties: `holds` says what Program::evaluate said of
    // the configuration itself, `avoids` says which leads-to an execution from there may leave without an
    // answer.
    std::uint32_t holds = 0;
    std::uint32_t avoids = 0;
    friend bool operator==(const Marks&, const Marks&) = default;
  };

  explicit Continuations(std::size_t blocks) : blocks_(blocks) { clear(); }

  // Forgets all continuations. Number 0 always exists, and stands for a configuration of which nothing is
  // known.
  void clear() {
    sums_.assign(blocks_, lanes::nothing_known);
    marks_.assign(1, {});
    std::size_t slots = 64;
    while (slots < std::size_t{4} * last_) slots *= 2;
    resize(slots);
    last_ = 0;
  }
  // From now on each has marks, if only those of a configuration of which nothing was asked.
  void mark() { marks_.resize(last_ + std::size_t{1}); }
  std::size_t blocks() const { return blocks_; }
  // The sums of a continuation. The caller passes the number of blocks again, because some callers know it at
  // compile time, and then the multiplication costs nothing.
  const Lanes* sums(std::size_t blocks, std::size_t continuation) const {
    return sums_.data() + blocks * continuation;
  }
  const Marks& marks(std::size_t continuation) const { return marks_[continuation]; }

  std::uint32_t intern(const Lanes* sums, const Marks& marks) {
    const std::size_t slot = probe(sums, marks);
    if (slots_[slot] != 0) return slots_[slot];
    marks_.push_back(marks);
    return add(slot, sums);
  }
  // The number of a continuation, or 0 if it has none yet.
  std::uint32_t find(const Lanes* sums, const Marks& marks) const { return slots_[probe(sums, marks)]; }
  // How many continuations there are besides number 0.
  std::uint32_t size() const { return last_; }
  // Interns a continuation that has no marks.
  template <std::size_t Blocks>
  [[gnu::always_inline]] inline std::uint32_t intern(const Lanes* sums) {
    const std::size_t slot = probe<Blocks>(sums);
    return slots_[slot] != 0 ? slots_[slot] : add(slot, sums);
  }
  // The same as find() of such a continuation.
  template <std::size_t Blocks>
  std::uint32_t find(const Lanes* sums) const {
    return slots_[probe<Blocks>(sums)];
  }

 private:
  using Halves = std::array<std::uint64_t, 2>;
  static constexpr std::uint64_t factor = 0x9e3779b97f4a7c15ULL;

  // The slot where a continuation is, or the free slot where it belongs.
  template <class Same>
  [[gnu::always_inline]] inline std::size_t probe(std::uint64_t hash, const Same& same) const {
    std::size_t slot = hash >> shift_;
    while (slots_[slot] != 0 && !same(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  template <std::size_t Blocks>
  [[gnu::always_inline]] inline std::size_t probe(const Lanes* sums) const {
    return probe(hash(Blocks, sums), [&](std::uint32_t continuation) {
      return difference(Blocks, this->sums(Blocks, continuation), sums) == 0;
    });
  }
  std::size_t probe(const Lanes* sums, const Marks& marks) const {
    return probe(hash(blocks_, sums) ^ hash(marks), [&](std::uint32_t continuation) {
      return marks_[continuation] == marks &&
             difference(blocks_, this->sums(blocks_, continuation), sums) == 0;
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
  // The upper bits of the hash are the ones that are used.
  static std::uint64_t hash(std::size_t blocks, const Lanes* sums) {
    std::uint64_t x = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      const auto halves = std::bit_cast<Halves>(sums[block]);
      x = (x ^ halves[0] * factor ^ halves[1]) * 0xbf58476d1ce4e5b9ULL;
    }
    return x;
  }
  // The hash is 0 if no mark is set, so that continuations with and without marks can be looked up alike.
  static std::uint64_t hash(const Marks& marks) {
    return (std::uint64_t{marks.holds} ^ std::uint64_t{marks.avoids} << 20) * factor;
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
  std::vector<Lanes> sums_;           // blocks_ of them for each continuation
  std::vector<Marks> marks_;          // by number, if there are any marks
  std::vector<std::uint32_t> slots_;  // open addressing, by number; 0: free
  int shift_ = 0;
  std::uint32_t last_ = 0;  // how many there are
};

}  // namespace conclave
