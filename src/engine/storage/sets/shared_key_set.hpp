// The set of configurations that several threads have seen together. It is like KeySet, but any thread looks
// up and inserts at any time, without locks. ParallelPass has one (in SharedSearch).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "engine/storage/sets/key_set.hpp"

namespace conclave {

// Thrown by insert() when the set has to grow first. Only one thread may call grow(), while all others wait.
struct Full {};

// While threads insert, runs are not sorted, because sorting would move slots that others look at. So a
// look-up ends at the first free slot, and fewer slots are filled than in KeySet. No slot is moved or freed,
// and its tag changes only once, from 0. Word 0 of a slot is written last: a thread that sees it there also
// sees the other words, and everything that was written before the tag was set.
template <std::size_t Words>
class SharedKeySet : private KeySet<Words> {
  using Base = KeySet<Words>;

 public:
  using Base::prefetch;
  using Base::release;
  using Base::scramble;
  using Base::tag_limit;
  using Base::unscramble;
  using typename Base::Lookup;
  using typename Base::Slot;

  explicit SharedKeySet(Limits& limits) : Base(limits) {}

  Lookup find(const Slot& key) const {
    for (const Slot* slot = slots_.begin() + this->home(key[0]);; ++slot) {
      const std::uint64_t word = when_written((*slot)[0]);
      const std::uint64_t tag = word - key[0];
      if ((tag < no_tag_ && is_rest(*slot, key)) || word == free)
        return {static_cast<std::size_t>(slot - slots_.begin()), tag < no_tag_ ? tag : no_tag_};
    }
  }
  // The same as KeySet::peek().
  std::uint64_t peek(const Slot& key) const {
    const Slot& slot = slots_[this->home(key[0])];
    const std::uint64_t tag = load(slot[0]) - key[0];
    std::uint64_t there = tag < no_tag_ ? ~std::uint64_t{0} : 0;
    if constexpr (Words > 1) there = is_rest(slot, key) ? there : 0;
    return tag & there;
  }
  bool holds(const Lookup& found) const { return found.tag < no_tag_; }

  // Inserts a key at the slot that find() gave. Returns true if the key was not there yet, and false if
  // another thread was faster.
  bool insert(std::size_t at, const Slot& key, std::uint64_t tag) {
    for (Slot* slot = slots_.begin() + at;; ++slot) {
      if (slot + 1 >= slots_.end()) [[unlikely]]  // the last slot stays free, so that every look-up ends
        throw Full{};
      std::uint64_t word = free;
      const std::uint64_t claim = Words == 1 ? key[0] + tag : busy();
      if (std::atomic_ref((*slot)[0]).compare_exchange_strong(word, claim, std::memory_order_acq_rel)) {
        if constexpr (Words > 1) {
          for (std::size_t w = 1; w < Words; ++w)
            std::atomic_ref((*slot)[w]).store(key[w], std::memory_order_relaxed);
          std::atomic_ref((*slot)[0]).store(key[0] + tag, std::memory_order_release);
        }
        return true;
      }
      word = when_written((*slot)[0]);
      if (word - key[0] < no_tag_ && is_rest(*slot, key)) return false;
    }
  }
  // Gives a stored key a tag instead of 0. Returns true if the tag was 0, and false if another thread was
  // faster.
  bool set_tag(std::size_t slot, const Slot& key, std::uint64_t tag) {
    std::uint64_t word = key[0];
    return std::atomic_ref(slots_[slot][0])
        .compare_exchange_strong(word, key[0] + tag, std::memory_order_acq_rel);
  }

  // Only one thread may call what follows, while no other thread uses the set.

  void clear(unsigned tag_bits) { Base::clear(tag_bits); }
  // The set should grow before it holds more keys than this.
  std::size_t most() const {
    const std::size_t bytes = homes_ * sizeof(Slot);
    return bytes < Base::small_bytes ? homes_ / 2 : homes_ / 4 * 3;
  }
  // The set grows in pieces, so that several threads can help: each(from, to, f) calls f with every number
  // from `from` to before `to`, perhaps on several threads.
  template <class Each>
  void grow(Each&& each) {
    const std::size_t here = homes_ / pieces;
    const std::size_t there = is_small() ? 2 * here : here + here / 5 * 2;
    std::vector<Piece> piece(pieces);
    each(0, pieces, [&](std::size_t p) { piece[p] = gather(p, there); });
    const std::size_t slots = there * pieces + Base::slack;
    slots_.reserve(slots);
    slots_.resize(slots);
    this->set_homes(there * pieces);
    // The last pieces come first. At a time, as many are spread as find room behind everything that still
    // waits.
    for (std::size_t end = pieces, from = 0; end > 0; end = from) {
      from = std::min((here * end + there - 1) / there, end - 1);
      each(from, end, [&](std::size_t p) { spread(piece[p], p); });
    }
    this->make_free(homes_, slots_.size());
    size_ = 0;
    for (const Piece& each_piece : piece) {
      size_ += each_piece.count + each_piece.apart.size();
      for (const Slot& slot : each_piece.apart) put(slot);
    }
  }
  using Base::convert;
  using Base::is_small;

 private:
  using Base::free;
  using Base::homes_;
  using Base::no_tag_;
  using Base::size_;
  using Base::slots_;

  static std::uint64_t load(const std::uint64_t& word) {
    return std::atomic_ref(const_cast<std::uint64_t&>(word)).load(std::memory_order_acquire);
  }
  // Word 0 of a slot whose other words are just being written. No key has this tag.
  std::uint64_t busy() const { return no_tag_; }
  std::uint64_t when_written(const std::uint64_t& word) const {
    std::uint64_t now = load(word);
    if constexpr (Words > 1) {
      while (now == busy()) [[unlikely]] {
          std::this_thread::yield();  // the thread that writes may have been interrupted
          now = load(word);
        }
    }
    return now;
  }
  static bool is_rest(const Slot& slot, const Slot& key) {
    std::uint64_t difference = 0;
    for (std::size_t w = 1; w < Words; ++w)
      difference |=
          std::atomic_ref(const_cast<std::uint64_t&>(slot[w])).load(std::memory_order_relaxed) ^ key[w];
    return difference == 0;
  }

  // The slots of consecutive homes while the set grows.
  struct Piece {
    std::size_t first = 0;  // the first of the slots that lie together
    std::size_t count = 0;
    std::vector<Slot> apart;  // those that have run over from the piece before, or will into the next
  };
  static constexpr std::size_t pieces = 64;  // every number of homes is a multiple of this

  // Moves the slots of a piece to its front and sorts them. They are nearly sorted already, so insertion is
  // fast. `there` is how many homes the piece will have.
  Piece gather(std::size_t p, std::size_t there) {
    const std::size_t begin = homes_ / pieces * p;
    const std::size_t end = p + 1 < pieces ? begin + homes_ / pieces : slots_.size();
    std::size_t to = begin;
    for (std::size_t i = begin; i < end; ++i) {
      slots_.poll(i);
      const Slot slot = slots_[i];
      if (slot[0] == free) continue;
      std::size_t at = to++;
      for (; at > begin && slots_[at - 1][0] > slot[0]; --at) slots_[at] = slots_[at - 1];
      slots_[at] = slot;
    }
    Piece piece{begin, 0, {}};
    while (piece.first < to && this->home(slots_[piece.first], homes_) < begin)
      piece.apart.push_back(slots_[piece.first++]);
    std::size_t last = piece.first;
    for (std::size_t at = there * p; last < to; ++last, ++at) {
      at = std::max(this->home(slots_[last], there * pieces), at);
      if (at >= there * (p + 1) || last >= homes_ / pieces * (p + 1)) break;
    }
    piece.count = last - piece.first;
    for (; last < to; ++last) piece.apart.push_back(slots_[last]);
    return piece;
  }
  // Moves the slots of a piece to where they belong with the new number of homes. If they are in the way,
  // they are moved to the end of the piece first.
  void spread(const Piece& piece, std::size_t p) {
    std::size_t at = homes_ / pieces * p;
    const std::size_t end = at + homes_ / pieces;
    Slot* from = slots_.begin() + piece.first;
    if (piece.first + piece.count > at) {
      std::copy_backward(from, from + piece.count, slots_.begin() + end);
      from = slots_.begin() + (end - piece.count);
    }
    for (const Slot* const last = from + piece.count; from != last; ++from) {
      slots_.poll(static_cast<std::size_t>(last - from));
      const Slot slot = *from;
      const std::size_t to = std::max(this->home(slot, homes_), at);
      this->make_free(at, to);
      slots_[to] = slot;
      at = to + 1;
    }
    this->make_free(at, end);
  }
  void put(const Slot& slot) {
    std::size_t at = this->home(slot, homes_);
    while (slots_[at][0] != free) ++at;
    if (at + 1 == slots_.size()) {
      slots_.resize(slots_.size() + Base::slack);
      this->make_free(at + 1, slots_.size());
    }
    slots_[at] = slot;
  }
};

}  // namespace conclave
