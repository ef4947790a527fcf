// What CompactKeySet does seldom: it takes the keys of a KeySet, grows, and packs all keys anew. Everything is done
// in place. Whoever compiles the fast pass includes this.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "engine/storage/compact/compact_key_set.hpp"

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
  most_ = shape.homes / 100 * 88;
}

template <std::size_t Words>
void CompactKeySet<Words>::take(KeySet<Words>& from, const Format& format) {
  set_format(format);
  const std::span<Slot> keys = from.take_out([&](const Key<Words>& key) { return scramble(key); });
  size_ = keys.size();
  extra_ = 0;
  bytes_.clear();
  bytes_.resize(keys.size_bytes());
  std::memcpy(bytes_.begin(), keys.data(), keys.size_bytes());
  from.set_aside();
  put(std::max(fewest_homes, size_ / 3 * 4));
}

template <std::size_t Words>
template <class Convert>
void CompactKeySet<Words>::convert(const Format& format, Convert&& convert) {
  // The keys are gathered at the end of the array, the last ones first, so there has to be room behind each slot for
  // all keys from its own on.
  std::size_t end = bytes_.size();
  std::size_t left = size_;
  for (std::size_t slot = 0; slot < slots_; ++slot) {
    bytes_.poll(slot);
    if (!is_free(load(field(slot)), slot)) end = std::max(end, before + (slot + 1) * slot_bytes_ + left-- * sizeof(Slot));
  }
  end = aligned(end);
  bytes_.reserve(end);
  bytes_.resize(end);
  const Scrambling scrambling(format);
  const std::uint64_t tags = no_tag_;
  std::size_t to = end;
  for (std::size_t slot = slots_; slot-- > 0;) {
    bytes_.poll(slot);
    if (is_free(load(field(slot)), slot)) continue;
    const Slot there = read(field(slot), slot);
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
  std::size_t at = 0;
  while (true) {
    set_shape({homes, scrambling_.zeros, tag_bits_, extra_});
    needed = at = 0;
    bool fits = true;
    for (std::size_t i = 0; i < size_ && fits; ++i) {
      bytes_.poll(i);
      const std::size_t home = shape_.place(without_tag(key(i)[0])).home;
      at = std::max(home, at);
      fits = at - home < shape_.farthest;
      needed = std::max(needed, before + ++at * slot_bytes_ + (size_ - 1 - i) * sizeof(Slot));
    }
    if (fits) break;
    make_room(homes);
  }
  slots_ = std::max(homes, at) + slack;
  const std::size_t all = aligned(std::max({bytes_for(slots_), needed, end}));
  bytes_.reserve(all);
  bytes_.resize(all);
  std::memmove(bytes_.begin() + all - size_ * sizeof(Slot), bytes_.begin() + end - size_ * sizeof(Slot),
               size_ * sizeof(Slot));
  end = all;
  at = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    bytes_.poll(i);
    at = write_next(shape_, slot_bytes_, at, key(i));
  }
  make_free(shape_, slot_bytes_, at, slots_);
  bytes_.resize_down(bytes_for(slots_));
  bytes_.fit();
}

// Writes a key where it belongs if all slots before `at` are taken. Returns the slot after it.
template <std::size_t Words>
std::size_t CompactKeySet<Words>::write_next(const CompactShape& shape, std::size_t slot_bytes, std::size_t at,
                                             const Slot& key) {
  const auto place = shape.place(without_tag(key[0]));
  const std::size_t to = std::max(place.home, at);
  make_free(shape, slot_bytes, at, to);
  write(shape, bytes_.begin() + shape.bytes + to * slot_bytes, place.field + ((key[0] & no_tag_) << shape.tag_shift),
        key);
  return to + 1;
}

template <std::size_t Words>
void CompactKeySet<Words>::make_free(const CompactShape& shape, std::size_t slot_bytes, std::size_t from,
                                     std::size_t to) {
  for (; from < to; ++from)
    write_field(shape, bytes_.begin() + shape.bytes + from * slot_bytes, shape.free_field(from));
}

// Keys would lie too far from their homes. Where there are many homes for them they are not spread evenly, so that
// more homes would not help as much as more bits of them.
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
  narrow();
}

// Moves all keys to where they belong when there are `homes` homes. No slot lies before the one where its key was,
// so this begins at the end. Slots are moved block by block: of each it is found out first where it will begin.
template <std::size_t Words>
void CompactKeySet<Words>::spread(std::size_t homes) {
  constexpr std::size_t block_slots = 4096;
  struct Block {
    std::size_t begins = 0;  // among the new slots
    std::size_t end = 0;     // of the old slots that are taken
  };
  std::vector<Block> blocks;
  CompactShape shape;
  std::size_t at = 0;
  while (true) {
    unsigned extra = extra_;
    do {
      shape = CompactShape(homes, scrambling_.zeros, tag_bits_, extra++);
    } while (shape.bytes < shape_.bytes);
    blocks.clear();
    at = 0;
    bool fits = true;
    for (std::size_t slot = 0; slot < slots_ && fits; ++slot) {
      bytes_.poll(slot);
      if (slot % block_slots == 0) blocks.push_back({at, slot});
      const std::uint64_t there = load(field(slot));
      if (is_free(there, slot)) continue;
      const std::size_t home = shape.place(shape_.word(slot, there)).home;
      at = std::max(home, at);
      fits = at - home < shape.farthest;
      ++at;
      blocks.back().end = slot + 1;
    }
    if (fits) break;
    make_room(homes);
  }
  const std::size_t slots = std::max(homes, at) + slack;
  const std::size_t slot_bytes = shape.bytes + rest_.bytes;
  const std::size_t all = before + slots * slot_bytes + after;
  bytes_.reserve(all);
  bytes_.resize(all);
  make_free(shape, slot_bytes, at, slots);
  std::vector<std::uint8_t> copy(bytes_for(block_slots));
  for (std::size_t b = blocks.size(), ends = at; b-- > 0; ends = blocks[b].begins) {
    const std::size_t first = b * block_slots;
    std::memcpy(copy.data(), bytes_.begin() + first * slot_bytes_, bytes_for(blocks[b].end - first));
    std::size_t to = blocks[b].begins;
    for (std::size_t slot = first; slot < blocks[b].end; ++slot) {
      bytes_.poll(slot);
      const std::uint8_t* const from = copy.data() + shape_.bytes + (slot - first) * slot_bytes_;
      if (!is_free(load(from), slot)) to = write_next(shape, slot_bytes, to, read(from, slot));
    }
    make_free(shape, slot_bytes, to, ends);
  }
  slots_ = slots;
  set_shape(shape);
}

// The more homes there are, the fewer bits a field needs. Takes a byte from each slot, if it can be spared.
template <std::size_t Words>
void CompactKeySet<Words>::narrow() {
  const CompactShape shape(shape_.homes, scrambling_.zeros, tag_bits_, extra_);
  if (shape.bytes >= shape_.bytes) return;
  for (std::size_t slot = 0; slot < slots_; ++slot) {
    bytes_.poll(slot);
    const std::uint64_t there = load(field(slot));
    if (!is_free(there, slot) && slot - shape_.home(slot, there) >= shape.farthest) return;
  }
  const std::size_t slot_bytes = shape.bytes + rest_.bytes;
  for (std::size_t slot = 0; slot < slots_; ++slot) {
    bytes_.poll(slot);
    const std::uint64_t there = load(field(slot));
    if (is_free(there, slot)) {
      make_free(shape, slot_bytes, slot, slot + 1);
    } else {
      const Slot key = read(field(slot), slot);
      write(shape, bytes_.begin() + shape.bytes + slot * slot_bytes,
            shape.place(without_tag(key[0])).field + ((key[0] & no_tag_) << shape.tag_shift), key);
    }
  }
  set_shape(shape);
  bytes_.resize_down(bytes_for(slots_));
  bytes_.fit();
}

}  // namespace conclave
