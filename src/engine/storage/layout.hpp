// How a configuration is packed into a key of a few 64-bit words: each component has as many bits as its
// values need so far. FastPass, ClassPass and StepTables read and write keys through a Layout. The widths are
// learned: whoever meets a value that has no room throws TooNarrow, and the pass packs all its keys anew
// (Repacking).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <tuple>
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

// How many bits each component has, and how many the tag has. Widths are kept from instance to instance. A
// component loses bits only where some were lent, or where memory gets scarce.
struct Widths {
  static constexpr std::uint8_t first_bits = 2;  // what a component has to begin with
  std::vector<std::uint8_t> component;
  std::uint8_t tag = 8;
  // Were bits lent (widen_others) that may not be needed? Then they can be taken back.
  bool lent = false;

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

// Packs keys of one layout for another one that has as many components. Fields that move by the same distance
// move together, which are most of them where one component has become wider.
class Repacking {
 public:
  Repacking(const Layout& before, const Layout& after) : before_(before), after_(after) {
    for (std::size_t c = 0; c < before.size(); ++c) {
      const Layout::Field &from = before[c], &to = after[c];
      if (to.width < from.width) {
        narrower_.push_back(c);
        continue;
      }
      const Move move{from.word, to.word, static_cast<std::uint8_t>(std::max(to.shift - from.shift, 0)),
                      static_cast<std::uint8_t>(std::max(from.shift - to.shift, 0))};
      const auto same = std::ranges::find_if(moves_, [&](const Move& other) {
        return other.from == move.from && other.to == move.to && other.left == move.left &&
               other.right == move.right;
      });
      Move& moved = same == moves_.end() ? moves_.emplace_back(move) : *same;
      moved.mask |= std::uint64_t{from.mask} << from.shift;
    }
  }

  // Throws TooNarrow for a value that has no room any more. The tag's bits are zero in the result.
  template <std::size_t Words>
  Key<Words> operator()(const Key<Words>& key) const {
    Key<Words> packed{};
    for (const Move& move : moves_)
      packed[move.to] |= (key[move.from] & move.mask) << move.left >> move.right;
    for (const std::size_t c : narrower_) after_.set(packed, c, before_[c].get(key));
    return packed;
  }

 private:
  struct Move {
    std::uint8_t from, to;     // words
    std::uint8_t left, right;  // by how many bits; one of them is 0
    std::uint64_t mask = 0;    // of what moves, where it was
  };
  const Layout& before_;
  const Layout& after_;
  std::vector<Move> moves_;
  std::vector<std::size_t> narrower_;
};

// Takes away the bits that no value of a component needs so far, of those whose values are counted, but
// leaves each at least so many bits.
template <class Count>
void narrow(Widths& widths, const Count& count,
            std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs, std::size_t words,
            std::uint8_t at_least = 1) {
  Widths narrow = widths;
  for (std::size_t c = 0; c < narrow.component.size(); ++c) {
    const std::size_t values = count(c);
    if (values == 0) continue;
    const auto needed = static_cast<std::uint8_t>(std::bit_width(std::max<std::size_t>(values, 2) - 1));
    narrow.component[c] = std::min(std::max(needed, at_least), narrow.component[c]);
  }
  narrow.lent = false;
  if (Layout().arrange(narrow, pairs, words)) widths = narrow;
}

// Lends bits that are left, one to each component that is expected to need it: these are the components that
// need all their bits, the fullest first, and at last, in long keys, those that have met their second value.
// The tag is taken for one of them; it has met so many values as `tags` says. Returns the new widths, and
// whether there were enough bits for all.
template <class Count>
std::pair<Widths, bool> lend(const Widths& widths, const Count& count, std::size_t tags,
                             std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs,
                             std::size_t words) {
  constexpr std::size_t half = 2048;  // how full a component is, in 4096ths
  const std::size_t tag = widths.component.size();
  const auto bits = [tag](auto& of, std::size_t c) -> auto& { return c == tag ? of.tag : of.component[c]; };
  const auto is_new = [&](std::size_t c) {
    return words > 3 && c != tag && count(c) == 2 && widths.component[c] == Widths::first_bits;
  };
  const auto fullness = [&](std::size_t c) {
    return is_new(c) ? half : (c == tag ? tags : count(c)) * 2 * half >> bits(widths, c);
  };
  std::vector<std::size_t> fullest;
  for (std::size_t c = 0; c <= tag; ++c) {
    if (is_new(c) || fullness(c) > half) fullest.push_back(c);
  }
  std::ranges::stable_sort(fullest, std::ranges::greater(), fullness);
  const auto widened = [&](std::size_t so_many) {
    Widths generous = widths;
    for (const std::size_t c : std::span(fullest).first(so_many)) ++bits(generous, c);
    generous.lent |= so_many > 0;
    return generous;
  };
  std::size_t most = 0;
  for (std::size_t step = std::bit_floor(fullest.size()); step > 0; step /= 2) {
    const std::size_t more = most + step;
    if (more <= fullest.size() && Layout().arrange(widened(more), pairs, words)) most = more;
  }
  return {widened(most), most == fullest.size()};
}

// Lends bits where many keys have to be packed anew for one component, because others will soon have new
// values as well. Where there are not enough for all, those that were lent before and that no value needs are
// taken back first. Returns whether there are enough. count(component) is how many values there are; 0 if
// they are not counted.
template <class Count>
bool widen_others(Widths& widths, const Count& count, std::size_t tags,
                  std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs, std::size_t words) {
  auto [generous, enough] = lend(widths, count, tags, pairs, words);
  if (!enough && widths.lent) {
    narrow(widths, count, pairs, words, Widths::first_bits);
    std::tie(generous, enough) = lend(widths, count, tags, pairs, words);
  }
  widths = generous;
  return enough;
}

// Arranges a layout. Where there is no room, what was lent is taken back. Throws KeyOverflow.
template <class Count>
void arrange(Layout& layout, Widths& widths, const Count& count,
             std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs, std::size_t words) {
  if (layout.arrange(widths, pairs, words)) return;
  if (widths.lent) {
    narrow(widths, count, pairs, words, Widths::first_bits);
    if (layout.arrange(widths, pairs, words)) return;
  }
  throw KeyOverflow{};
}

// A key that is read like any other configuration.
template <std::size_t Words>
struct PackedCells {
  const Key<Words>& key;
  const Layout& layout;

  std::uint32_t get(std::size_t component) const { return layout[component].get(key); }
};

}  // namespace conclave
