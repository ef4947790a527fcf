// The set of configurations that the fast pass has seen, each with a tag: one array of slots and nothing
// else.
#pragma once

#include <algorithm>
#include <boost/sort/spreadsort/integer_sort.hpp>
#include <cstdint>

#include "engine/storage/array.hpp"
#include "engine/storage/layout.hpp"

namespace conclave {

// Exact: keys are stored whole and compared whole. Word 0 is stored scrambled, by a function that has an
// inverse, and so is its own hash; slots are in its order (linear probing in which every run is sorted). So a
// look-up ends at the first slot that is not less, the slots may be filled to nine tenths, and the array
// grows in place, by any factor.
template <std::size_t Words>
class KeySet {
 public:
  // With word 0 scrambled; a stored one has the tag in the low bits of that word.
  using Slot = Key<Words>;

  explicit KeySet(Limits& limits) : slots_(limits) {}

  std::size_t size() const { return size_; }

  // Forgets all. Keeps as many slots as the last instance needed, or twice as many: the next one is often
  // alike.
  void clear(unsigned tag_bits) {
    std::size_t homes = smallest;
    while (most_in(homes) < size_ && homes * sizeof(Slot) < small_bytes) homes *= 2;
    if (2 * homes == homes_) homes = homes_;
    set_tag_bits(tag_bits);
    size_ = 0;
    if (homes != homes_ || slots_.empty()) {
      slots_.clear();
      slots_.resize(homes + slack);
    }
    set_homes(homes);
    make_free(0, slots_.size());
  }
  void release() {
    slots_.release();
    size_ = homes_ = 0;
  }

  Slot scramble(const Key<Words>& key) const { return scramble(key, key_mask_); }
  Key<Words> unscramble(Slot slot) const {
    slot[0] = (slot[0] & key_mask_) * inverse(factor_a) ^ rest(slot, key_mask_);
    return slot;
  }

  void prefetch(const Slot& key) const { __builtin_prefetch(&slots_[home(key[0])]); }

  // Of a scrambled key, as everywhere below: where it is; or, unless holds(), where it would be inserted.
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
  // The tag of a key if that is in the first slot where it may be, and not 0; else 0. Without a branch.
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
  // Tags are below this.
  std::uint64_t tag_limit() const { return no_tag_; }

  // At a slot that find() gave. True: it was not there yet.
  bool insert(std::size_t at, const Slot& key, std::uint64_t tag) {
    Slot carried = key;
    carried[0] += tag;
    Slot* slot = slots_.begin() + at;
    while ((*slot)[0] != free) std::swap(carried, *slot++);
    *slot = carried;
    ++size_;
    if (size_ >= most_ || slot + 2 >= slots_.end()) [[unlikely]]
      grow();
    return true;
  }
  // Instead of 0. True: it was 0.
  bool set_tag(std::size_t slot, const Slot& key, std::uint64_t tag) {
    slots_[slot][0] = key[0] + tag;
    return true;
  }

  // Replaces every key by what `convert` makes of it, and gives tags other widths.
  template <class Convert>
  void convert(unsigned tag_bits, Convert&& convert) {
    compact();
    for (std::size_t i = 0; i < size_; ++i) {
      const std::uint64_t tag = slots_[i][0] & ~key_mask_;
      slots_[i] = scramble(convert(unscramble(slots_[i])), mask_for(tag_bits));
      slots_[i][0] += tag;
    }
    set_tag_bits(tag_bits);
    boost::sort::spreadsort::integer_sort(
        slots_.begin(), slots_.begin() + size_,
        [](const Slot& slot, unsigned shift) { return slot[0] >> shift; },
        [](const Slot& a, const Slot& b) { return a[0] < b[0]; });
    spread(homes_);
  }

 protected:
  __extension__ using Wide = unsigned __int128;

  static constexpr std::uint64_t free = ~std::uint64_t{0};  // word 0 of a free slot: more than any key
  static constexpr std::size_t smallest = 256;
  static constexpr std::size_t slack = 64;  // after the last home
  static constexpr std::size_t tiny_bytes = std::size_t{1} << 17;
  static constexpr std::size_t small_bytes = std::size_t{4} << 20;  // from here on memory matters more
  static constexpr std::uint64_t factor_a = 0x9e3779b97f4a7c15ULL;
  static constexpr std::uint64_t factor_b = 0xbf58476d1ce4e5b9ULL;
  static constexpr std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t x = odd;
    for (int i = 0; i < 5; ++i) x *= 2 - odd * x;  // Newton: right bits double each time
    return x;
  }

  static constexpr std::uint64_t mask_for(unsigned tag_bits) { return ~std::uint64_t{0} << tag_bits; }
  // What the upper words add to word 0.
  static std::uint64_t rest(const Key<Words>& key, std::uint64_t key_mask) {
    std::uint64_t x = 0;
    for (std::size_t w = 1; w < Words; ++w) {
      x = (x ^ key[w]) * factor_b;
      x ^= x >> 32;
    }
    return x & key_mask;
  }
  static Slot scramble(Key<Words> key, std::uint64_t key_mask) {
    key[0] = (key[0] ^ rest(key, key_mask)) * factor_a;
    return key;
  }
  std::size_t home(std::uint64_t scrambled) const { return home(scrambled, homes_); }
  static std::size_t home(std::uint64_t scrambled, std::size_t homes) {
    return static_cast<std::size_t>((static_cast<Wide>(scrambled) * homes) >> 64);
  }
  // Without its tag, which might make it the next home.
  std::size_t home(const Slot& slot, std::size_t homes) const { return home(slot[0] & key_mask_, homes); }
  void set_tag_bits(unsigned bits) {
    key_mask_ = mask_for(bits);
    no_tag_ = (std::uint64_t{1} << bits) - 1;
  }
  void set_homes(std::size_t homes) {
    homes_ = homes;
    most_ = most_in(homes);
  }
  // Few in a small table, so that most are found at first glance.
  static std::size_t most_in(std::size_t homes) {
    const std::size_t bytes = homes * sizeof(Slot);
    return bytes <= tiny_bytes ? homes / 4 : bytes < small_bytes ? homes / 2 : homes / 100 * 88;
  }
  void make_free(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) slots_[i].fill(free);
  }

  [[gnu::noinline]] void grow() {
    compact();
    spread(homes_ * sizeof(Slot) < small_bytes ? homes_ * 2 : homes_ / 5 * 6);
  }
  // All that there is to the front, in its order.
  void compact() {
    std::size_t to = 0;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i][0] != free) slots_[to++] = slots_[i];
    }
    size_ = to;
  }
  // And to where it belongs, with so many homes. In place: everything waits at the end of the array, and is
  // taken from there in order.
  void spread(std::size_t homes) {
    set_homes(homes);
    std::size_t end = 0;
    for (std::size_t i = 0; i < size_; ++i) end = std::max(home(slots_[i], homes), end) + 1;
    const std::size_t slots = std::max(homes_, end) + slack;
    if (slots > slots_.size()) {
      slots_.reserve(slots);
      slots_.resize(slots);
    }
    std::size_t from = slots_.size() - size_;
    std::copy_backward(slots_.begin(), slots_.begin() + size_, slots_.end());
    std::size_t at = 0;
    for (; from < slots_.size(); ++from) {
      const Slot slot = slots_[from];
      const std::size_t to = std::max(home(slot, homes), at);
      make_free(at, to);
      slots_[to] = slot;
      at = to + 1;
    }
    make_free(at, slots_.size());
  }

  Array<Slot> slots_;
  std::size_t size_ = 0;
  std::size_t homes_ = 0;
  std::size_t most_ = 0;  // that fit before it grows
  std::uint64_t key_mask_ = 0;
  std::uint64_t no_tag_ = 0;
};

}  // namespace conclave
