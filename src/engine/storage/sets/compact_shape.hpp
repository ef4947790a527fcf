// How CompactKeySet writes the first word of a key into fewer bytes: by where its slot is (quotienting;
// compare J. G. Cleary, Compact hash tables using bidirectional linear probing, 1984).
//
// Let w be the scrambled word 0 without the tag. Its home is the upper half of the product w * homes, and a
// slot lies at its home or soon after it. So the home is known from the slot's number and a few of the home's
// bits, and of the lower half of the product only as many bits are needed as tell those w apart that have the
// same home.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace conclave {

// A field is what a slot has instead of word 0. It is read as a number of 64 bits, from the top: the lowest
// bits of the home, the upper bits of the lower half of the product, the tag, and bytes that are no part of
// it. So fields are in the order of their keys, if they are compared as numbers modulo 2^64 that are not far
// apart. What a free slot has is that of the largest key with its home there, and of a tag that no key has.
struct CompactShape {
  std::size_t homes = 0;
  unsigned zeros = 0;       // so many lowest bits of w are zero
  unsigned home_bits = 0;   // of the home, in a field
  unsigned lower_bits = 0;  // of the lower half of the product, in a field
  unsigned bytes = 0;       // of a field
  unsigned tag_shift = 0;
  // No key is inserted so far from its home, or farther. By growth it may come to lie there.
  std::size_t farthest = 0;
  std::uint64_t key_mask = 0;
  std::uint64_t reciprocal = 0;  // 2^(product_shift + 63) / homes, or a little less
  unsigned product_shift = 0;    // by which home and bits of the product are one number

  static constexpr unsigned fewest_home_bits = 7;
  static constexpr unsigned most_distance_bits = 12;

  CompactShape() = default;
  // The field has `extra` bytes more than it needs.
  CompactShape(std::size_t homes_wanted, unsigned zeros_below, unsigned tag_bits, unsigned extra = 0)
      : homes(homes_wanted), zeros(zeros_below) {
    const unsigned most = 64 - zeros;
    const unsigned implied = std::min(static_cast<unsigned>(std::bit_width(homes)) - 1, most);
    lower_bits = most - implied;
    bytes = std::min((fewest_home_bits + lower_bits + tag_bits + 7) / 8 + extra, 8U);
    tag_shift = 64 - 8 * bytes;
    home_bits = 8 * bytes - lower_bits - tag_bits;
    // Fields that are compared may be one farther apart than a slot is from its home.
    farthest = (std::size_t{1} << std::min(home_bits - 1, most_distance_bits)) - 4;
    key_mask = ~std::uint64_t{0} << (64 - home_bits - lower_bits);
    product_shift = implied;
    reciprocal = static_cast<std::uint64_t>(((Wide{1} << (implied + 63)) - 1) / homes);
  }

  // How many slots there are. The last one is always free, so that every look-up ends.
  std::size_t slots() const { return homes + farthest + 2; }

  struct Place {
    std::size_t home;
    std::uint64_t field;  // with tag 0
  };
  [[gnu::always_inline]] inline Place place(std::uint64_t word) const {
    const Wide product = static_cast<Wide>(word) * homes;
    const auto home = static_cast<std::uint64_t>(product >> 64);
    const auto lower = static_cast<std::uint64_t>(product);
    return {home, (home << (64 - home_bits) | lower >> home_bits) & key_mask};
  }
  // The first slot whose field is free has this field. So has every free slot, with its own number.
  std::uint64_t free_field(std::size_t slot) const {
    return static_cast<std::uint64_t>(slot) << (64 - home_bits) | ~std::uint64_t{0} >> home_bits;
  }
  bool is_free(std::uint64_t field, std::size_t slot) const {
    return (free_field(slot) - field) >> tag_shift == 0;
  }
  std::uint64_t unit() const { return std::uint64_t{1} << (64 - home_bits); }  // from one home to the next
  std::size_t home(std::size_t slot, std::uint64_t field) const {
    return slot - static_cast<std::size_t>((slot - (field >> (64 - home_bits))) &
                                           ((std::uint64_t{1} << home_bits) - 1));
  }
  std::uint64_t tag(std::uint64_t field) const { return (field & ~key_mask) >> tag_shift; }
  // The word whose field this is.
  std::uint64_t word(std::size_t slot, std::uint64_t field) const {
    const std::uint64_t lower = lower_bits == 0 ? 0 : field << home_bits >> (64 - lower_bits);
    // This is the product of w without its zeros, divided by 2^product_shift and rounded down. So w is the
    // largest number whose product is less than (that + 1) * 2^product_shift.
    const Wide product = static_cast<Wide>(home(slot, field)) << lower_bits | lower;
    auto word = static_cast<std::uint64_t>(((product + 1) * reciprocal) >> 63);
    if ((static_cast<Wide>(word + 1) * homes) >> product_shift == product) [[unlikely]]
      ++word;
    return word << zeros;
  }

 private:
  __extension__ using Wide = unsigned __int128;
};

}  // namespace conclave
