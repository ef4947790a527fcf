// What CompactKeySet does seldom: it takes the keys of a KeySet, grows, and packs all keys anew. Everything
// is done in place.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "engine/storage/sets/compact_key_set.hpp"
#include "engine/storage/sets/key_set_seldom.hpp"

namespace conclave {

template <std::size_t Words>
CompactKeySet<Words>::Scrambling::Scrambling(const Format& format) {
  constexpr unsigned most_home_bits = 40;  // so many bits have to be left for homes
  const auto used = std::min(std::max<unsigned>(static_cast<unsigned>(std::bit_width(format.used[0])),
                                                format.tag_bits + most_home_bits),
                             64U);
  unused = 64 - used;
  zeros = format.tag_bits + unused;
  mask = ~std::uint64_t{0} >> zeros << format.tag_bits;
  factor = KeySet<Words>::factor_a << unused;
  inverse = KeySet<Words>::inverse(KeySet<Words>::factor_a);
}

template <std::size_t Words>
CompactKeySet<Words>::Rest::Rest(const Format& format) {
  words = 1;
  for (std::size_t w = 1; w < Words; ++w) {
    const auto bits = static_cast<unsigned>(std::bit_width(format.used[w]));
    offset[w] = static_cast<std::uint16_t>(bytes);
    if (bits == 0) continue;
    mask[w] = ~std::uint64_t{0} >> (64 - bits);
    bytes += (bits + 7) / 8;
    words = w + 1;
  }
}

template <std::size_t Words>
void CompactKeySet<Words>::set_format(const Format& format) {
  scrambling_ = Scrambling(format);
  rest_ = Rest(format);
  tag_bits_ = format.tag_bits;
  no_tag_ = (std::uint64_t{1} << format.tag_bits) - 1;
}

template <std::size_t Words>
void CompactKeySet<Words>::set_shape(const CompactShape& shape) {
  shape_ = shape;
  slot_bytes_ = shape.bytes + rest_.bytes;
  farthest_ = shape.farthest * shape.unit();
  most_ = shape.homes / 100 * most_filled;
}

template <std::size_t Words>
void CompactKeySet<Words>::take(KeySet<Words>& from, const Format& format) {
  set_format(format);
  const std::span<Slot> keys = from.take_out([&](const Key<Words>& key) { return scramble(key); });
  size_ = keys.size();
  extra_ = 0;
  const std::size_t all = keys.size_bytes();
  bytes_.take_over(from.slots_);  // the keys lie at its beginning
  bytes_.resize_down(all);
  from.set_aside();
  put(std::max(fewest_homes, size_ / 3 * 4));
}

template <std::size_t Words>
void CompactKeySet<Words>::convert(const Format& format, const Converted<Words>& convert) {
  // The keys are gathered at the end of the array, the last ones first, so there has to be room behind each
  // slot for all keys from its own on.
  std::size_t end = bytes_.size();
  std::size_t left = size_;
  for (std::size_t slot = 0; slot < shape_.slots(); ++slot) {
    bytes_.poll(slot);
    if (!shape_.is_free(load(field(slot)), slot))
      end = std::max(end, before + (slot + 1) * slot_bytes_ + left-- * sizeof(Slot));
  }
  end = aligned(end);
  bytes_.reserve(end);
  bytes_.resize(end);
  const Scrambling scrambling(format);
  const std::uint64_t tags = no_tag_;
  std::size_t to = end;
  for (std::size_t slot = shape_.slots(); slot-- > 0;) {
    bytes_.poll(slot);
    if (shape_.is_free(load(field(slot)), slot)) continue;
    const Slot there = read(shape_, field(slot), slot);
    Slot key = scrambling.scramble(convert(unscramble(there)));
    key[0] += there[0] & tags;
    to -= sizeof(Slot);
    std::memcpy(bytes_.begin() + to, key.data(), sizeof(Slot));
  }
  set_format(format);
  auto* const keys = reinterpret_cast<Slot*>(bytes_.begin() + to);
  sort_by_first_word(keys, keys + size_, bytes_.limits());
  put(shape_.homes);
}

// Writes the keys that lie at the end of the array, sorted, into slots from its beginning on.
template <std::size_t Words>
void CompactKeySet<Words>::put(std::size_t homes) {
  std::size_t end = bytes_.size();
  const auto key = [&](std::size_t number) {
    Slot read;
    std::memcpy(read.data(), bytes_.begin() + end - (size_ - number) * sizeof(Slot), sizeof(Slot));
    return read;
  };
  std::size_t needed = 0;
  for (bool fits = false; !fits;) {
    set_shape({homes, scrambling_.zeros, tag_bits_, extra_});
    needed = bytes_for(shape_.slots());
    std::size_t at = 0;
    fits = true;
    for (std::size_t i = 0; i < size_ && fits; ++i) {
      bytes_.poll(i);
      const std::size_t home = shape_.place(without_tag(key(i)[0])).home;
      at = std::max(home, at);
      fits = at - home < shape_.farthest;
      needed = std::max(needed, bytes_for(++at) + (size_ - 1 - i) * sizeof(Slot));
    }
    if (!fits) make_room(homes);
  }
  needed = aligned(std::max(needed, end));
  bytes_.reserve(needed);
  bytes_.resize(needed);
  std::memmove(bytes_.begin() + needed - size_ * sizeof(Slot), bytes_.begin() + end - size_ * sizeof(Slot),
               size_ * sizeof(Slot));
  end = needed;
  std::size_t at = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    bytes_.poll(i);
    at = append(at, key(i));
  }
  make_free(at, shape_.slots());
  bytes_.resize_down(bytes_for(shape_.slots()));
  bytes_.fit();
}

// Writes a key where it belongs if all slots before `at` are written. Returns the slot after it.
template <std::size_t Words>
[[gnu::always_inline]] inline std::size_t CompactKeySet<Words>::append(std::size_t at, const Slot& key) {
  const auto place = shape_.place(without_tag(key[0]));
  const std::size_t to = std::max(place.home, at);
  store(begin(at),
        shape_.free_field(at) >> shape_.tag_shift);  // mostly there is no other free slot before the key
  if (to > at + 1) [[unlikely]]
    make_free(at + 1, to);
  write(shape_, begin(to), place.field + ((key[0] & no_tag_) << shape_.tag_shift), key);
  return to + 1;
}

template <std::size_t Words>
void CompactKeySet<Words>::make_free(std::size_t from, std::size_t to) {
  for (; from < to; ++from) store(begin(from), shape_.free_field(from) >> shape_.tag_shift);
}

// Keys would lie too far from their homes. Where there are many homes for them they are not spread evenly, so
// that more homes would not help as much as more bits of them.
template <std::size_t Words>
void CompactKeySet<Words>::make_room(std::size_t& homes) {
  constexpr unsigned whole = 8;  // bytes of a field
  if (size_ < homes / 2 && shape_.bytes < whole) {
    ++extra_;
  } else {
    homes = larger(homes);
  }
}

template <std::size_t Words>
bool CompactKeySet<Words>::grow_and_insert(const Slot& key, std::uint64_t tag) {
  std::size_t homes = shape_.homes;
  make_room(homes);
  spread(homes);
  return insert(find(key).slot, key, tag);
}

template <std::size_t Words>
void CompactKeySet<Words>::grow() {
  spread(larger(shape_.homes));
}

// Moves all keys to where they belong when there are `homes` homes. This is done in place: what there is
// moves to the end of the array, and is taken from there in order.
//
// No key comes to lie farther from its home than the farthest one did, plus one: with more homes, two homes
// are as far apart as they were before or farther, but for what is rounded, which is less than 2.
template <std::size_t Words>
void CompactKeySet<Words>::spread(std::size_t homes) {
  const CompactShape before_shape = shape_;
  const std::size_t before_bytes = slot_bytes_;
  CompactShape shape(homes, scrambling_.zeros, tag_bits_, extra_);
  if (shape.bytes < shape_.bytes &&
      farthest() + 1 >= shape.farthest)  // seldom: the more homes, the fewer bits
    shape = CompactShape(homes, scrambling_.zeros, tag_bits_, extra_ + 1);
  set_shape(shape);
  // While a slot is written, those that wait lie behind it. There are two cases because the distance is
  // greatest at one of the ends.
  const auto behind = [&](std::size_t old_homes, std::size_t new_homes) {
    const std::size_t end = (new_homes + shape_.farthest + 3) * slot_bytes_ + after;
    return std::max(end, old_homes * before_bytes) - old_homes * before_bytes;
  };
  const std::size_t distance = std::max(behind(before_shape.homes, homes), behind(0, 0));
  const std::size_t all = distance + before + before_shape.slots() * before_bytes + after;
  bytes_.reserve(all);
  bytes_.resize(all);
  std::uint8_t* from = bytes_.begin() + distance;
  std::memmove(from, bytes_.begin(), all - distance);
  from += before_shape.bytes;
  std::size_t at = 0;
  for (std::size_t slot = 0; slot < before_shape.slots(); ++slot, from += before_bytes) {
    bytes_.poll(slot);
    const std::uint64_t field = load(from);
    if (!before_shape.is_free(field, slot)) at = append(at, read(before_shape, from, slot));
  }
  make_free(at, shape_.slots());
  bytes_.resize_down(bytes_for(shape_.slots()));
}

// How far some key lies from its home.
template <std::size_t Words>
std::size_t CompactKeySet<Words>::farthest() const {
  std::size_t farthest = 0;
  for (std::size_t slot = 0; slot < shape_.slots(); ++slot) {
    bytes_.poll(slot);
    const std::uint64_t there = load(field(slot));
    if (!shape_.is_free(there, slot)) farthest = std::max(farthest, slot - shape_.home(slot, there));
  }
  return farthest;
}

}  // namespace conclave
