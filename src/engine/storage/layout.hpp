// How a configuration is packed: each component has so many bits as its values need so far.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace conclave {

// A configuration as packed. The low bits of word 0 are a tag's, zero here.
template <std::size_t Words>
using Key = std::array<std::uint64_t, Words>;

// Thrown where a value needs more bits than its component has.
struct TooNarrow {
  std::size_t component;
  std::uint32_t value;
};
// Thrown where all bits together are more than a key has.
struct KeyOverflow {};
// Thrown where there is no room for what orders share.
struct NoRoom {};

// How many bits each component has, and the tag. They only grow, and are kept from instance to instance.
struct Widths {
  std::vector<std::uint8_t> component;
  std::uint8_t tag = 8;

  void widen(const TooNarrow& found) {
    std::uint8_t& bits = found.component < component.size() ? component[found.component] : tag;
    bits = static_cast<std::uint8_t>(std::max<int>(bits + 1, std::bit_width(found.value)));
  }
  // By now.
  bool have_room(const TooNarrow& found) const {
    const std::uint8_t bits = found.component < component.size() ? component[found.component] : tag;
    return static_cast<unsigned>(std::bit_width(found.value)) <= bits;
  }
};

class Layout {
 public:
  struct Field {
    std::uint8_t word = 0;
    std::uint8_t shift = 0;
    std::uint8_t width = 0;
    std::uint32_t mask = 0;  // of the value

    template <std::size_t Words>
    std::uint32_t get(const Key<Words>& key) const {
      return static_cast<std::uint32_t>(key[Words == 1 ? 0 : word] >> shift) & mask;
    }
  };

  // False: no room. No component straddles two words. Of the pairs, each lies together if its components are
  // in no earlier pair, the second one lower: so both are read as one number.
  bool arrange(const Widths& widths, std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs,
               std::size_t words) {
    std::vector<unsigned> used(words, 0);
    used[0] = widths.tag;
    fields_.assign(widths.component.size(), {});
    const auto is_placed = [&](std::size_t component) { return fields_[component].width != 0; };
    const auto place = [&](std::initializer_list<std::size_t> components) {
      unsigned together = 0;
      for (const std::size_t c : components) together += widths.component[c];
      std::size_t word = 0;
      while (word < words && used[word] + together > 64) ++word;
      if (word == words) return false;
      for (const std::size_t c : components) {
        const unsigned width = widths.component[c];
        fields_[c] = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(used[word]),
                      static_cast<std::uint8_t>(width),
                      static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1)};
        used[word] += width;
      }
      return true;
    };
    for (const auto& [first, second] : pairs) {
      if (first != second && !is_placed(first) && !is_placed(second)) place({second, first});
    }
    for (std::size_t c = 0; c < fields_.size(); ++c) {
      if (!is_placed(c) && !place({c})) return false;
    }
    return true;
  }

  std::size_t size() const { return fields_.size(); }
  const Field& operator[](std::size_t component) const { return fields_[component]; }

  template <std::size_t Words>
  void set(Key<Words>& key, std::size_t component, std::uint32_t value) const {
    const Field& field = fields_[component];
    if (value > field.mask) throw TooNarrow{component, value};
    key[field.word] &= ~(std::uint64_t{field.mask} << field.shift);
    key[field.word] |= std::uint64_t{value} << field.shift;
  }

 private:
  std::vector<Field> fields_;
};

// To be read like any configuration.
template <std::size_t Words>
struct PackedCells {
  const Key<Words>& key;
  const Layout& layout;

  std::uint32_t get(std::size_t component) const { return layout[component].get(key); }
};

}  // namespace conclave
