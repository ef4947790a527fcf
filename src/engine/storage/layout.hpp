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

// Components that are read together, two by two.
using Pairs = std::span<const std::pair<std::uint32_t, std::uint32_t>>;

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
    std::uint32_t get(const std::uint64_t* words) const {
      return static_cast<std::uint32_t>(words[word] >> shift) & mask;
    }
  };

  // Gives each component its place. Returns false if `words` words have no room for all. No component
  // straddles two words. The two of a pair lie side by side, the second one in the lower bits, so that both
  // are read as one number, if neither of them is in an earlier pair.
  bool arrange(const Widths&, Pairs, std::size_t words);

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
  Repacking(const Layout& before, const Layout& after);

  // Throws TooNarrow for a value that has no room any more. The tag's bits are zero in the result.
  template <std::size_t Words>
  Key<Words> operator()(const Key<Words>& key) const {
    return pack<Words>(key.data());
  }
  // The same, from a key that perhaps had another length.
  template <std::size_t Words>
  Key<Words> pack(const std::uint64_t* key) const {
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

// How many values each component has met; 0 if they are not counted.
using ValueCounts = std::span<const std::size_t>;

// Takes away the bits that no value of a component needs so far, of those whose values are counted, but
// leaves each at least so many bits.
void narrow(Widths&, ValueCounts, Pairs, std::size_t words, std::uint8_t at_least = 1);

// Lends bits where many keys have to be packed anew for one component, because others will soon have new
// values as well: one bit to each component that is expected to need it, the tag among them, which has met so
// many values as `tags` says. These are the components that need all their bits, the fullest first, and at
// last, in long keys, those that have met their second value. Where there are not enough bits for all, those
// that were lent before and that no value needs are taken back first. Returns whether there are enough.
bool widen_others(Widths&, ValueCounts, std::size_t tags, Pairs, std::size_t words);

// Arranges a layout. Where there is no room, what was lent is taken back. Throws KeyOverflow.
void arrange(Layout&, Widths&, ValueCounts, Pairs, std::size_t words);

// A key that is read like any other configuration. Keys of every length are read alike, so that what the
// machine asks of a configuration is compiled once.
struct PackedCells {
  const std::uint64_t* words;
  const Layout& layout;

  template <std::size_t Words>
  PackedCells(const Key<Words>& key, const Layout& of) : words(key.data()), layout(of) {}
  std::uint32_t get(std::size_t component) const { return layout[component].get(words); }
};

}  // namespace conclave
