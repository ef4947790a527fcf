// CompactKeySet, the set of configurations that one thread has seen of a large instance. It does what KeySet
// does, in half the memory: a slot has as many bytes as the layout's bits need, less what its number tells of
// the key (CompactShape). FastPass moves there when memory gets scarce.
//
// compact_key_set_seldom.hpp has how the set grows, and how it is packed anew.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/storage/array.hpp"
#include "engine/storage/sets/compact_shape.hpp"
#include "engine/storage/sets/key_set.hpp"

namespace conclave {

// It is exact like KeySet: the scrambled word 0 can be found again from the slot and its field, and the bits
// that keys use of the other words lie behind the field. The slots are in the order of the scrambled word 0,
// too.
template <std::size_t Words>
class CompactKeySet {
 public:
  using Slot = Key<Words>;

  explicit CompactKeySet(Limits& limits) : bytes_(limits) {}

  std::size_t size() const { return size_; }
  void release() {
    bytes_.release();
    size_ = 0;
  }

  // `tag_bits`, and the bits that keys use. These have to be those of the keys from now on.
  struct Format {
    unsigned tag_bits = 0;
    Key<Words> used{};
  };
  // Takes all keys out of another set, and its memory. Throws LimitReached, as insert() and convert() do;
  // then only release() may be called.
  void take(KeySet<Words>& from, const Format&);
  // Replaces every key by what `convert` makes of it.
  void convert(const Format&, const Converted<Words>& convert);

  Slot scramble(const Key<Words>& key) const { return scrambling_.scramble(key); }
  Key<Words> unscramble(const Slot& slot) const { return scrambling_.unscramble(slot); }

  void prefetch(const Slot& key) const {
    const auto home = static_cast<std::size_t>((static_cast<Wide>(key[0]) * shape_.homes) >> 64);
    __builtin_prefetch(field(home));
  }

  using Lookup = typename KeySet<Words>::Lookup;
  Lookup find(const Slot& key) const {
    const auto wanted = shape_.place(key[0]);
    std::size_t slot = wanted.home;
    const std::uint8_t* at = field(slot);
    std::uint64_t beyond = load(at) - wanted.field;
    while (static_cast<std::int64_t>(beyond) < 0) {
      at += slot_bytes_;
      ++slot;
      beyond = load(at) - wanted.field;
    }
    std::uint64_t tag = beyond >> shape_.tag_shift;
    if constexpr (Words > 1) {
      while (tag < no_tag_ && !is_rest(at, key)) {
        at += slot_bytes_;
        ++slot;
        tag = (load(at) - wanted.field) >> shape_.tag_shift;
      }
    }
    return {slot, tag};
  }
  // The same as KeySet::peek().
  std::uint64_t peek(const Slot& key) const {
    const auto wanted = shape_.place(key[0]);
    const std::uint8_t* const at = field(wanted.home);
    const std::uint64_t tag = (load(at) - wanted.field) >> shape_.tag_shift;
    std::uint64_t there = tag < no_tag_ ? ~std::uint64_t{0} : 0;
    if constexpr (Words > 1) there = is_rest(at, key) ? there : 0;
    return tag & there;
  }
  bool holds(const Lookup& found) const { return found.tag < no_tag_; }
  std::uint64_t tag_limit() const { return no_tag_; }

  // Inserts a key at the slot that find() gave. Returns true always.
  bool insert(std::size_t at, const Slot& key, std::uint64_t tag) {
    const std::uint64_t wanted = shape_.place(key[0]).field;
    std::uint64_t free = shape_.free_field(at);
    std::uint64_t farthest = free - wanted;  // how far slots will be from home, in the upper bits
    std::uint8_t* to = field(at);
    std::size_t slot = at;
    for (std::uint64_t less = free - load(to); less >> shape_.tag_shift != 0; less = free - load(to)) {
      farthest = std::max(farthest, less);
      to += slot_bytes_;
      ++slot;
      free += shape_.unit();
    }
    if (farthest >= farthest_) [[unlikely]]
      return grow_and_insert(key, tag);
    std::uint8_t* const from = begin(at);
    std::uint8_t* const after_it = from + slot_bytes_;
    std::uint64_t behind = load(from);
    std::memmove(after_it, from, (slot - at) * slot_bytes_);
    // What lies behind the key is written again. Mostly this is what lay at its place before, and to load
    // that does not wait for the move.
    if (slot == at || slot_bytes_ < sizeof behind) behind = load(after_it);
    write(shape_, from, wanted + (tag << shape_.tag_shift), key);
    store(after_it, behind);
    ++size_;
    if (size_ >= most_) [[unlikely]]
      grow();
    return true;
  }
  // Gives a key a tag instead of 0. Returns true always.
  bool set_tag(std::size_t slot, const Slot&, std::uint64_t tag) {
    std::uint8_t* const at = field(slot);
    store(at, load(at) + (tag << shape_.tag_shift));
    return true;
  }

 private:
  __extension__ using Wide = unsigned __int128;

  static constexpr std::size_t before = 8;  // bytes, because a field is read with what lies before it
  static constexpr std::size_t after = 16;  // bytes, because a word is read with what lies behind it
  static constexpr std::size_t fewest_homes = 256;

  // Like that of KeySet, but word 0 has as many bits as keys use of it. They are the upper ones when it is
  // scrambled, so that homes depend on all.
  struct Scrambling {
    unsigned zeros = 0;  // so many lowest bits of a scrambled word 0 are zero
    unsigned unused = 0;
    std::uint64_t mask = 0;  // of what is scrambled
    std::uint64_t factor = 0;
    std::uint64_t inverse = 0;

    Scrambling() = default;
    explicit Scrambling(const Format& format);
    Slot scramble(Key<Words> key) const {
      key[0] = (key[0] ^ (KeySet<Words>::rest(key) & mask)) * factor;
      return key;
    }
    Key<Words> unscramble(Slot slot) const {
      slot[0] = ((((slot[0] >> unused) & mask) * inverse) ^ KeySet<Words>::rest(slot)) & mask;
      return slot;
    }
  };
  // The words of a key but the first, behind the field: how many there are, and which bytes each has.
  struct Rest {
    std::size_t words = 0;
    std::array<std::uint16_t, Words> offset{};  // from the end of the field
    std::array<std::uint64_t, Words> mask{};
    std::size_t bytes = 0;

    Rest() = default;
    explicit Rest(const Format& format);
  };

  static std::uint64_t load(const std::uint8_t* at) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
  }
  static void store(std::uint8_t* at, std::uint64_t word) { std::memcpy(at, &word, sizeof word); }
  // Where a slot begins, and where its field is read: a number of 64 bits that ends where the field does.
  std::uint8_t* begin(std::size_t slot) { return bytes_.begin() + before + slot * slot_bytes_; }
  std::uint8_t* field(std::size_t slot) { return bytes_.begin() + shape_.bytes + slot * slot_bytes_; }
  const std::uint8_t* field(std::size_t slot) const {
    return bytes_.begin() + shape_.bytes + slot * slot_bytes_;
  }
  bool is_rest(const std::uint8_t* field_at, const Slot& key) const {
    std::uint64_t difference = 0;
    for (std::size_t w = 1; w < (Words <= 3 ? Words : rest_.words); ++w)
      difference |= (load(field_at + 8 + rest_.offset[w]) ^ key[w]) & rest_.mask[w];
    return difference == 0;
  }
  // Writes a slot, and as many as eight bytes behind it, which have to be written after this.
  void write(const CompactShape& shape, std::uint8_t* at, std::uint64_t word, const Slot& key) const {
    store(at, word >> shape.tag_shift);
    for (std::size_t w = 1; w < (Words <= 3 ? Words : rest_.words); ++w)
      store(at + shape.bytes + rest_.offset[w], key[w]);
  }
  // A key that was written there, scrambled, with its tag.
  Slot read(const CompactShape& shape, const std::uint8_t* at, std::size_t slot) const {
    Slot key{};
    const std::uint64_t word = load(at);
    key[0] = shape.word(slot, word) + shape.tag(word);
    for (std::size_t w = 1; w < rest_.words; ++w) key[w] = load(at + 8 + rest_.offset[w]) & rest_.mask[w];
    return key;
  }
  std::uint64_t without_tag(std::uint64_t word) const {
    return word >> scrambling_.zeros << scrambling_.zeros;
  }
  std::size_t bytes_for(std::size_t slots) const { return before + slots * slot_bytes_ + after; }

  static std::size_t aligned(std::size_t bytes) { return (bytes + 7) / 8 * 8; }
  static constexpr unsigned most_filled = 82;  // percent
  static std::size_t larger(std::size_t homes) { return homes / 5 * 6; }

  void set_format(const Format&);
  void set_shape(const CompactShape&);
  void put(std::size_t homes);
  std::size_t append(std::size_t at, const Slot& key);
  void make_free(std::size_t from, std::size_t to);
  void make_room(std::size_t& homes);
  [[gnu::noinline]] bool grow_and_insert(const Slot& key, std::uint64_t tag);
  [[gnu::noinline]] void grow();
  void spread(std::size_t homes);
  std::size_t farthest() const;

  Array<std::uint8_t> bytes_;
  CompactShape shape_;
  std::size_t slot_bytes_ = 0;
  unsigned tag_bits_ = 0;
  std::uint64_t no_tag_ = 0;
  std::uint64_t farthest_ = 0;  // CompactShape::farthest, as a difference of fields
  Scrambling scrambling_;
  Rest rest_;
  std::size_t size_ = 0;
  std::size_t most_ = 0;  // so many keys fit before the set grows
  unsigned extra_ = 0;    // bytes of a field that it would not need, if keys were spread evenly
};

}  // namespace conclave
