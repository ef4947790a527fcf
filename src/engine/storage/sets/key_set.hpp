// The folder storage: where the engine keeps what it knows of configurations, within the run's memory limit.
//
// All passes pack a configuration into a key of a few 64-bit words, in which each component has as many bits
// as its values need so far (Layout and Widths, layout.hpp). They look keys up in a KeySet (this file), or,
// where several threads explore one instance together, in a SharedKeySet (shared_key_set.hpp), which works
// without locks. Where memory gets scarce, a FastPass moves into a CompactKeySet (compact_key_set.hpp). With
// each key these sets hold a tag, a small number by which a pass says what it knows of the configuration.
//
// What may still come from a configuration to the end of an execution is a continuation. Continuations
// (continuations.hpp) give each different one a number, which the fast pass stores as the tag. Most of a
// continuation are sums of costs; cost_lanes.hpp packs them into vectors of eight 16-bit lanes, of which a
// block counts four costs.
//
// All of this memory is taken through Array (array.hpp), whose blocks grow in place (memory.hpp), and is
// charged to Limits (program/limits.hpp), in bytes. Limits also carry the other reasons to stop. There is one
// object for a whole run, and every thread polls it.
//
// This file: KeySet, the set of configurations that one thread has seen, each with its tag. It is one array
// of slots and nothing else. The sizes here are counted in slots: a key belongs at its home, and lies there
// or in a slot soon after it. FastPass, ClassPass and GraphPass own one each; SharedKeySet builds on it. What
// a set does seldom is in X_seldom.hpp, which passes/instances/tables.cpp compiles once for each number of
// words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "engine/storage/array.hpp"
#include "engine/storage/layout.hpp"

namespace conclave {

// What is made of a key where all keys of a set are packed anew.
template <std::size_t Words>
using Converted = std::function<Key<Words>(const Key<Words>&)>;

// Sorts keys by their word 0 alone (Boost's spreadsort). Throws LimitReached; then the keys are no longer
// those that they were.
template <std::size_t Words>
void sort_by_first_word(Key<Words>* begin, Key<Words>* end, const Limits&);

// Thrown by insert() of a set that is to leave room, before it has inserted anything.
struct Large {};

// The set is exact, because keys are stored whole and compared whole. Word 0 is stored scrambled by a
// function that has an inverse, so it can serve as its own hash. The slots are sorted by word 0 (linear
// probing in which every run is sorted; compare O. Amble and D. E. Knuth, Ordered hash tables, 1974).
// Therefore a look-up ends at the first slot that is not less, nine tenths of the slots may be filled, and
// the array can grow in place by any factor.
template <std::size_t Words>
class KeySet {
  template <std::size_t>
  friend class CompactKeySet;

 public:
  // A key whose word 0 is scrambled. A stored slot has the tag in the low bits of that word.
  using Slot = Key<Words>;

  explicit KeySet(Limits& limits) : slots_(limits) {}
  // From now on insert() throws Large where a large set would have to grow and much memory is in use.
  void leave_room() { leaves_room_ = true; }

  std::size_t size() const { return size_; }

  // Empties the set. It keeps as many slots as the last instance needed, or twice as many, because the next
  // instance is often alike.
  void clear(unsigned tag_bits);
  // Empties the set, which will have so many keys.
  void clear(unsigned tag_bits, std::size_t expected);
  // The same, and inserts all of them: all(f) calls f(key, tag) for each.
  template <class All>
  void fill(unsigned tag_bits, std::size_t expected, const All& all) {
    clear(tag_bits, expected);
    const bool leaves_room = std::exchange(leaves_room_, false);
    all([this](const Key<Words>& key, std::uint64_t tag) {
      const Slot slot = scramble(key);
      insert(find(slot).slot, slot, tag);
    });
    leaves_room_ = leaves_room;
  }
  void release() {
    set_aside();
    size_ = 0;
  }

  Slot scramble(const Key<Words>& key) const { return scramble(key, key_mask_); }
  Key<Words> unscramble(const Slot& slot) const { return unscramble(slot, key_mask_); }

  void prefetch(const Slot& key) const { __builtin_prefetch(&slots_[home(key[0])]); }

  // Says where a key is, or, if holds() is false, where it would be inserted. Here and below, keys are
  // scrambled.
  struct Lookup {
    std::size_t slot;
    std::uint64_t tag;
  };
  Lookup find(const Slot& key) const {
    const Slot* slot = slots_.begin() + home(key[0]);
    while ((*slot)[0] < key[0]) ++slot;
    std::uint64_t tag = (*slot)[0] - key[0];
    if constexpr (Words > 1) {
      while (tag < no_tag_) {
        std::uint64_t difference = 0;
        for (std::size_t w = 1; w < Words; ++w) difference |= (*slot)[w] ^ key[w];
        if (difference == 0) break;
        ++slot;
        tag = (*slot)[0] - key[0];
      }
    }
    return {static_cast<std::size_t>(slot - slots_.begin()), tag};
  }
  // The tag of a key if the key is in its home slot, otherwise 0. This has no branch, because no predictor
  // could know the answer.
  std::uint64_t peek(const Slot& key) const {
    const Slot& slot = slots_[home(key[0])];
    const std::uint64_t tag = slot[0] - key[0];
    std::uint64_t there = tag < no_tag_ ? ~std::uint64_t{0} : 0;
    if constexpr (Words > 1) {
      std::uint64_t difference = 0;
      for (std::size_t w = 1; w < Words; ++w) difference |= slot[w] ^ key[w];
      there = difference == 0 ? there : 0;
    }
    return tag & there;
  }
  bool holds(const Lookup& found) const { return found.tag < no_tag_; }
  // Every tag is below this number.
  std::uint64_t tag_limit() const { return no_tag_; }

  // Inserts a key at the slot that find() gave. Returns true always; SharedKeySet may find that the key is
  // there by now.
  bool insert(std::size_t at, const Slot& key, std::uint64_t tag) {
    Slot carried = key;
    carried[0] += tag;
    Slot* slot = slots_.begin() + at;
    while ((*slot)[0] != free) std::swap(carried, *slot++);
    *slot = carried;
    ++size_;
    if (size_ >= most_ || slot + 2 >= slots_.end()) [[unlikely]] {
      if (leaves_room_ && is_much()) take_back(slots_.begin() + at, slot);
      grow();
    }
    return true;
  }
  // Gives a key a tag instead of 0. Returns true always; SharedKeySet may find that another thread was
  // faster.
  bool set_tag(std::size_t slot, const Slot& key, std::uint64_t tag) {
    slots_[slot][0] = key[0] + tag;
    return true;
  }

  // Hands out each key with its tag.
  template <class Each>
  void each(const Each& each) const {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      slots_.poll(i);
      if (slots_[i][0] != free) each(unscramble(slots_[i]), slots_[i][0] & ~key_mask_);
    }
  }
  // Replaces every key by what `convert` makes of it, and gives the tags another width. Throws LimitReached,
  // as insert() does when the set has to grow; after that, only clear() and release() may be called.
  void convert(unsigned tag_bits, const Converted<Words>& convert);

 protected:
  __extension__ using Wide = unsigned __int128;

  // Word 0 of a free slot, which is more than that of any key.
  static constexpr std::uint64_t free = ~std::uint64_t{0};
  static constexpr std::size_t smallest = 256;
  static constexpr std::size_t slack = 64;  // slots after the last home, so that a run may go on there
  static constexpr std::size_t tiny_bytes = std::size_t{1} << 17;
  static constexpr std::size_t small_bytes = std::size_t{4}
                                             << 20;  // from here on memory matters more than time
  static constexpr std::uint64_t factor_a = 0x9e3779b97f4a7c15ULL;
  static constexpr std::uint64_t factor_b = 0xbf58476d1ce4e5b9ULL;
  static constexpr std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t x = odd;
    for (int i = 0; i < 5; ++i) x *= 2 - odd * x;  // Newton's method: each time twice as many bits are right
    return x;
  }

  static constexpr std::uint64_t mask_for(unsigned tag_bits) { return ~std::uint64_t{0} << tag_bits; }
  // What the upper words contribute to word 0, so that keys which differ only there get different homes.
  static std::uint64_t rest(const Key<Words>& key) {
    std::uint64_t x = 0;
    for (std::size_t w = 1; w < Words; ++w) {
      x = (x ^ key[w]) * factor_b;
      x ^= x >> 32;
    }
    return x;
  }
  static Slot scramble(Key<Words> key, std::uint64_t key_mask) {
    key[0] = (key[0] ^ (rest(key) & key_mask)) * factor_a;
    return key;
  }
  static Key<Words> unscramble(Slot slot, std::uint64_t key_mask) {
    slot[0] = (slot[0] & key_mask) * inverse(factor_a) ^ (rest(slot) & key_mask);
    return slot;
  }
  bool is_much() const {
    constexpr int percent = 40;
    return !is_small() && slots_.limits().is_used_beyond(percent);
  }
  bool is_small() const { return homes_ * sizeof(Slot) < small_bytes; }
  // Hands out all keys, each as `scrambled` makes it of the key itself and with its tag in the low bits, in
  // the order of their first words. They lie in the set's own array.
  template <class Scrambled>
  std::span<Slot> take_out(Scrambled&& scrambled);
  // Does what take_out() and spread() do, in half the time, but with a second array. That is for sets that
  // the processor's caches hold.
  template <class Scrambled>
  void insert_again(unsigned tag_bits, const Scrambled& scrambled);
  // Gives the memory back until the next clear(), which will still know how many keys there were.
  void set_aside() {
    slots_.release();
    homes_ = 0;
  }
  std::size_t home(std::uint64_t scrambled) const { return home(scrambled, homes_); }
  static std::size_t home(std::uint64_t scrambled, std::size_t homes) {
    return static_cast<std::size_t>((static_cast<Wide>(scrambled) * homes) >> 64);
  }
  // The home of a stored slot. The tag is masked away first, because with it the slot might seem to belong to
  // the next home.
  std::size_t home(const Slot& slot, std::size_t homes) const { return home(slot[0] & key_mask_, homes); }
  void set_tag_bits(unsigned bits) {
    key_mask_ = mask_for(bits);
    no_tag_ = (std::uint64_t{1} << bits) - 1;
  }
  void set_homes(std::size_t homes) {
    homes_ = homes;
    most_ = most_in(homes);
  }
  // How many keys may be stored before the set grows. A small table is kept sparse, so that most keys are
  // found in their home slot.
  static std::size_t most_in(std::size_t homes) {
    const std::size_t bytes = homes * sizeof(Slot);
    return bytes <= tiny_bytes ? homes / 4 : bytes < small_bytes ? homes / 2 : homes / 100 * 88;
  }
  void make_free(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) slots_[i].fill(free);
  }

  // Undoes what insert() has just done: it put a key at `at` and moved what was there, up to `last`.
  [[noreturn, gnu::noinline]] void take_back(Slot* at, Slot* last) {
    std::copy(at + 1, last + 1, at);
    last->fill(free);
    --size_;
    throw Large{};
  }
  [[gnu::noinline]] void grow();
  static std::size_t grown(std::size_t homes) {
    return homes * sizeof(Slot) < small_bytes ? homes * 2 : homes / 5 * 6;
  }
  // Moves all stored slots to the front of the array, in their order.
  void compact();
  // Moves what compact() has gathered to where it belongs when there are `homes` homes. This is done in
  // place: everything waits at the end of the array, and is taken from there in order.
  void spread(std::size_t homes);

  Array<Slot> slots_;
  std::size_t size_ = 0;
  std::size_t homes_ = 0;
  std::size_t most_ = 0;  // so many keys fit before the set grows
  std::uint64_t key_mask_ = 0;
  std::uint64_t no_tag_ = 0;
  bool leaves_room_ = false;
};

}  // namespace conclave
