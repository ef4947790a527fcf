// How a configuration is packed into a key of a few 64-bit words: each component has as many bits as its
// values need so far. FastPass, ClassPass and StepTables read and write keys through a Layout. The widths are
// learned: whoever meets a value that has no room throws TooNarrow, and the pass packs all its keys anew.
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

// A packed configuration. The low bits of word 0 belong to the tag (key_set.hpp), and are zero here.
template <std::size_t Words>
using Key = std::array<std::uint64_t, Words>;

// Thrown where a value needs more bits than its component has.
struct TooNarrow {
  std::size_t component;
  std::uint32_t value;
};
// Thrown where all bits together are more than a key has.
struct KeyOverflow {};
// Thrown where there is no memory left for what several orders share (ClassPass).
struct NoRoom {};

// How many bits each component has, and how many the tag has. Widths only grow, and are kept from instance to
// instance.
struct Widths {
  std::vector<std::uint8_t> component;
  std::uint8_t tag = 8;

  void widen(const TooNarrow& found) {
    std::uint8_t& bits = found.component < component.size() ? component[found.component] : tag;
    bits = static_cast<std::uint8_t>(std::max<int>(bits + 1, std::bit_width(found.value)));
  }
  // Is there room for the value by now? Another thread may have asked for it, too.
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
    std::uint32_t mask = 0;  // of the value before it is shifted

    template <std::size_t Words>
    std::uint32_t get(const Key<Words>& key) const {
      return static_cast<std::uint32_t>(key[Words == 1 ? 0 : word] >> shift) & mask;
    }
  };

  // Gives each component its place. Returns false if `words` words have no room for all. No component
  // straddles two words. `pairs` are components that are read together: the two lie side by side, the second
  // one in the lower bits, so that both are read as one number, if neither of them is in an earlier pair.
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

  // The bits that some component has.
  template <std::size_t Words>
  Key<Words> used() const {
    Key<Words> used{};
    for (const Field& field : fields_) used[field.word] |= std::uint64_t{field.mask} << field.shift;
    return used;
  }

 private:
  std::vector<Field> fields_;
};

// Gives a bit more to the tag, and to each component that needs all its bits, if `words` words have plenty of
// room: where many keys have to be packed anew for one component, those will soon need it as well. But few
// values, as most local states have, seldom become more. count(component) is how many values there are.
template <class Count>
void widen_others(Widths& widths, const Count& count,
                  std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs, std::size_t words) {
  constexpr int reserve = 12;
  Widths generous = widths;
  for (std::size_t c = 0; c < generous.component.size(); ++c) {
    std::uint8_t& bits = generous.component[c];
    const std::size_t room = std::size_t{1} << bits;
    if (count(c) > (bits > 2 ? room / 2 : room / 4 * 3)) ++bits;
  }
  ++generous.tag;
  Widths with_reserve = generous;
  with_reserve.tag = static_cast<std::uint8_t>(with_reserve.tag + reserve);
  if (Layout().arrange(with_reserve, pairs, words)) widths = generous;
}

// A key that is read like any other configuration.
template <std::size_t Words>
struct PackedCells {
  const Key<Words>& key;
  const Layout& layout;

  std::uint32_t get(std::size_t component) const { return layout[component].get(key); }
};

}  // namespace conclave
