// What the threads that explore one instance together have in common: the set of configurations, the
// continuations, the right to ask the machine, and when to pause. ParallelPass owns one; each of its
// FastPasses uses it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "engine/passes/passes.hpp"
#include "engine/storage/continuations.hpp"
#include "engine/storage/sets/shared_key_set.hpp"

namespace conclave {

// Thrown out of a pass so that its thread waits. When all wait, one thread has everything to itself.
struct Pause {};

template <std::size_t Words, std::size_t Blocks>
class SharedSearch {
  using Marks = Continuations::Marks;

 public:
  // `blocks` is the number of blocks of costs, also where Blocks is 0.
  SharedSearch(Limits& limits, std::size_t blocks)
      : seen(limits), continuations_(blocks), known_(limits), known_marks_(limits) {}

  SharedKeySet<Words> seen;
  // Whoever has this may ask the machine. There is only one machine, because it numbers values as it meets
  // them.
  alignas(64) std::mutex machine;
  const Lanes* continuations() const { return known_.begin(); }
  // Of a continuation. There are none in the plain case.
  const Marks& marks(std::size_t continuation) const { return known_marks_[continuation]; }
  // Gives a continuation a number. `mine`, which are the continuations that this thread knows, learn all
  // numbers that other threads have given before.
  std::uint32_t intern(Continuations& mine, const Lanes* sums, const Marks& marks) {
    const std::scoped_lock lock(continuations_turn_);
    while (mine.size() < continuations_.size()) {
      const std::size_t theirs = mine.size() + std::size_t{1};
      add(mine, continuations_.sums(blocks(), theirs), marked ? continuations_.marks(theirs) : Marks{});
    }
    const std::uint32_t continuation = add(mine, sums, marks);
    if (continuation > continuations_.size()) {
      add(continuations_, sums, marks);
      if (continuation < seen.tag_limit()) {
        std::copy_n(sums, blocks(), known_.begin() + blocks() * continuation);
        if constexpr (marked) known_marks_[continuation] = marks;
      }
    }
    return continuation;
  }

  // Each thread calls this for every configuration that it expands. Throws Pause.
  void poll() const {
    if (pause_.load(std::memory_order_relaxed)) [[unlikely]]
      throw Pause{};
  }
  void pause() { pause_.store(true, std::memory_order_relaxed); }
  // A thread reports how many configurations it has added since its last report, whenever these are
  // report_each() or more.
  std::uint64_t report_each() const { return report_each_; }
  void report(std::uint64_t states) {
    if (states_.fetch_add(states, std::memory_order_relaxed) + states >= seen.most()) pause();
  }

  // Only one thread may call what follows, while all others wait.

  void clear(unsigned tag_bits) {
    seen.clear(tag_bits);
    continuations_.clear();
    states_ = 0;
    prepare();
  }
  // Adds what one thread has finished before. Returns how many configurations these are.
  std::uint64_t take(Finished& before, const Repacking& repack) {
    continuations_ = std::move(before.continuations);
    if constexpr (marked) continuations_.mark();
    const auto here = [](std::size_t from, std::size_t to, const auto& work) {
      for (std::size_t i = from; i < to; ++i) work(i);
    };
    while (seen.most() < before.most + before.most / 2) seen.grow(here);
    std::uint64_t taken = 0;
    before.hand_out([&](const std::uint64_t* key, std::uint64_t continuation) {
      ++taken;
      const auto slot = seen.scramble(repack.template pack<Words>(key));
      while (true) {
        try {
          seen.insert(seen.find(slot).slot, slot, continuation);
          return;
        } catch (const Full&) {
          seen.grow(here);
        }
      }
    });
    states_ += taken;
    prepare();
    return taken;
  }
  std::uint64_t states() const { return states_; }
  std::uint32_t continuations_met() const { return continuations_.size(); }
  void go_on() { pause_ = false; }
  template <class Each>
  void grow(Each&& each) {
    seen.grow(each);
    prepare();
  }
  void convert(unsigned tag_bits, const Converted<Words>& convert) {
    seen.convert(tag_bits, convert);
    prepare();
  }
  void release() {
    seen.release();
    known_.release();
    known_marks_.release();
  }

 private:
  static constexpr bool marked = Blocks == 0;

  std::size_t blocks() const { return Blocks > 0 ? Blocks : continuations_.blocks(); }
  static std::uint32_t add(Continuations& to, const Lanes* sums, const Marks& marks) {
    if constexpr (marked) return to.intern(sums, marks);
    return to.template intern<Blocks>(sums);
  }
  void prepare() {
    report_each_ = std::clamp<std::uint64_t>(seen.most() / 1024, 1, 256);
    known_.resize(blocks() * seen.tag_limit());
    const auto numbers = std::min<std::uint64_t>(continuations_.size() + std::uint64_t{1}, seen.tag_limit());
    std::copy_n(continuations_.sums(blocks(), 0), blocks() * numbers, known_.begin());
    if constexpr (!marked) return;
    known_marks_.resize(seen.tag_limit());
    for (std::size_t number = 0; number < numbers; ++number)
      known_marks_[number] = continuations_.marks(number);
  }

  alignas(64) std::mutex continuations_turn_;
  Continuations continuations_;
  // By number, of those that tags have room for.
  Array<Lanes> known_;
  Array<Marks> known_marks_;
  std::uint64_t report_each_ = 1;
  // These are written often, so they are apart from what every thread reads all the time.
  alignas(64) std::atomic<std::uint64_t> states_{0};
  alignas(64) std::atomic<bool> pause_{false};
};

}  // namespace conclave
