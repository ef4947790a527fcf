// CompactKeySet against std::map, on random keys: whatever is done to both, they hold the same.
#include "engine/storage/sets/compact_key_set.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <utility>

#include "sizes.hpp"

using namespace conclave;

namespace {

template <std::size_t Words>
using Format = typename CompactKeySet<Words>::Format;

constexpr std::uint64_t low_bits(unsigned bits) { return bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits); }

// Keys that use so many bits of each word; in word 0, the tag's are among them.
template <std::size_t Words>
Format<Words> format_of(unsigned tag_bits, const std::array<unsigned, Words>& bits) {
  Format<Words> format{tag_bits, {}};
  for (std::size_t w = 0; w < Words; ++w) format.used[w] = low_bits(bits[w]);
  format.used[0] &= ~low_bits(tag_bits);
  return format;
}

// What both hold. The set is small at first, as in FastPass.
template <std::size_t Words>
class Both {
 public:
  explicit Both(const Format<Words>& format, std::size_t memory = std::size_t{1} << 30)
      : format_(format), limits_(memory), small_(limits_), set_(limits_) {
    small_.leave_room();
    small_.clear(format.tag_bits);
  }

  void insert(const Key<Words>& key, std::uint64_t tag) {
    const auto [at, is_new] = map_.try_emplace(key, tag);
    const auto insert = [&](auto& set) {
      const auto scrambled = set.scramble(key);
      REQUIRE(set.unscramble(scrambled) == key);
      const auto found = set.find(scrambled);
      REQUIRE(set.holds(found) == !is_new);
      const auto glimpsed = set.peek(scrambled);
      REQUIRE((glimpsed == 0 || (!is_new && glimpsed == at->second)));
      if (is_new) {
        set.insert(found.slot, scrambled, tag);
      } else {
        REQUIRE(found.tag == at->second);
        if (found.tag == 0) set.set_tag(found.slot, scrambled, tag);
      }
    };
    if (is_large_) {
      insert(set_);
    } else {
      try {
        insert(small_);
      } catch (const Large&) {
        become_large();
        insert(set_);
      }
    }
    if (at->second == 0) at->second = tag;
  }
  void become_large() {
    set_.take(small_, format_);
    is_large_ = true;
  }
  template <class Convert>
  void convert(const Format<Words>& format, const Convert& convert) {
    format_ = format;
    std::map<Key<Words>, std::uint64_t> converted;
    for (const auto& [key, tag] : map_) converted.emplace(convert(key), tag);
    map_ = std::move(converted);
    set_.convert(format, convert);
    compare();
  }
  void compare() {
    REQUIRE(set_.size() == map_.size());
    REQUIRE(set_.tag_limit() == low_bits(format_.tag_bits));
    for (const auto& [key, tag] : map_) {
      const auto scrambled = set_.scramble(key);
      REQUIRE(set_.unscramble(scrambled) == key);
      const auto found = set_.find(scrambled);
      REQUIRE(set_.holds(found));
      REQUIRE(found.tag == tag);
      const auto glimpsed = set_.peek(scrambled);
      REQUIRE((glimpsed == 0 || glimpsed == tag));
    }
  }
  bool is_large() const { return is_large_; }
  const CompactKeySet<Words>& set() const { return set_; }

 private:
  Format<Words> format_;
  Limits limits_;
  KeySet<Words> small_;
  CompactKeySet<Words> set_;
  bool is_large_ = false;
  std::map<Key<Words>, std::uint64_t> map_;
};

template <std::size_t Words>
void fill(Both<Words>& both, const Format<Words>& format, std::mt19937_64& random, std::size_t many) {
  for (std::size_t i = 0; i < many; ++i) {
    Key<Words> key{};
    for (std::size_t w = 0; w < Words; ++w) key[w] = random() & format.used[w];
    both.insert(key, random() % low_bits(format.tag_bits));
  }
}

// Keys whose homes are close together, so that slots lie far from home: one in 256 of all homes has them.
template <std::size_t Words>
void crowd(Both<Words>& both, const Format<Words>& format, std::mt19937_64& random, std::size_t many) {
  for (std::size_t i = 0; i < many;) {
    Key<Words> key{};
    for (std::size_t w = 0; w < Words; ++w) key[w] = random() & format.used[w];
    if (both.set().scramble(key)[0] >> 56 != 5) continue;
    both.insert(key, random() % low_bits(format.tag_bits));
    ++i;
  }
  both.compare();
}

// Some keys, then more from where the set is large, then with wider tags and other widths.
template <std::size_t Words>
void compare(unsigned tag_bits, const std::array<unsigned, Words>& bits, std::size_t few, std::size_t many,
             std::size_t memory = std::size_t{1} << 30) {
  std::mt19937_64 random(tag_bits);
  const auto format = format_of<Words>(tag_bits, bits);
  Both<Words> both(format, memory);
  fill(both, format, random, few);
  if (memory < std::size_t{1} << 30) REQUIRE(both.is_large());
  if (!both.is_large()) both.become_large();
  fill(both, format, random, many);
  both.compare();
  // The tag takes one bit more, and all words but the first, too.
  auto wider = bits;
  for (std::size_t w = 0; w < Words; ++w) wider[w] = std::min(bits[w] + 1, 64U);
  if (bits[0] == 64) return;
  const auto after = format_of<Words>(tag_bits + 1, wider);
  both.convert(after, [&](Key<Words> key) {
    key[0] <<= 1;
    for (std::size_t w = 1; w < Words; ++w) key[w] = key[w] << (wider[w] - bits[w]);
    return key;
  });
  fill(both, after, random, many);
  both.compare();
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("a compact set holds what a map holds, through growth and changes of widths") {
  const std::size_t many = testing::brief ? 3'000 : 30'000;
  compare<1>(8, {40}, 10, many);
  compare<1>(8, {63}, many, many);
  compare<1>(12, {20}, 10, many);  // nearly every key there is
  compare<2>(12, {63, 30}, many, many);
  compare<2>(13, {56, 42}, 10, many);
  compare<2>(20, {50, 64}, 10, many);
  compare<2>(20, {30, 7}, 10, many);
  compare<2>(44, {63, 30}, 10, many);
  compare<3>(14, {60, 63, 45}, many, many);
  compare<3>(14, {60, 63, 0}, 10, many);
  compare<3>(14, {60, 0, 9}, 10, many);
  compare<12>(10, {63, 60, 64, 50, 9}, 10, many / 4);
}

template <std::size_t Words>
void compare_crowded(unsigned tag_bits, const std::array<unsigned, Words>& bits, std::size_t many) {
  std::mt19937_64 random(tag_bits);
  const auto format = format_of<Words>(tag_bits, bits);
  Both<Words> both(format);
  both.become_large();
  crowd(both, format, random, many);
  fill(both, format, random, many);
  crowd(both, format, random, many);
  const auto after = format_of<Words>(tag_bits, bits);
  both.convert(after, [&](const Key<Words>& key) { return key; });
  fill(both, after, random, many);
  crowd(both, format, random, many);
}

TEST_CASE("a compact set holds keys whose homes are close together") {
  const std::size_t many = testing::brief ? 300 : 2'000;
  compare_crowded<1>(8, {50}, many);
  compare_crowded<2>(12, {60, 30}, many);
  compare_crowded<3>(12, {64, 64, 9}, many);
}

TEST_CASE("a set that is to leave room says so when it is large, and a compact one goes on") {
  const std::size_t many = testing::brief ? 5'000 : 50'000;
  constexpr std::size_t memory = std::size_t{9} << 20;
  compare<1>(8, {60}, 480'000, many, memory);
  compare<2>(12, {60, 40}, 240'000, 2 * many, memory);
}

TEST_SUITE_END();
