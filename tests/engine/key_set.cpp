#include "engine/storage/sets/key_set.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "engine/storage/sets/shared_key_set.hpp"

using namespace conclave;

namespace {

template <std::size_t Words>
Key<Words> key_of(std::uint64_t number, unsigned tag_bits) {
  Key<Words> key{};
  for (std::size_t w = 0; w < Words; ++w) key[w] = w == 0 ? (number % 97) << tag_bits : number / 97 * (w + 5);
  if (Words == 1) key[0] = number * 0x1000'0001ULL << tag_bits;
  return key;
}

// Keys from `first` on are inserted, each with a tag of its own.
template <std::size_t Words>
void grow_and_look_up(std::uint64_t many, unsigned tag_bits, std::uint64_t tags = 201) {
  Limits limits(std::size_t{1} << 30);
  KeySet<Words> set(limits);
  const auto tag_of = [tags](std::uint64_t number) { return tags - 2 - number % 200; };
  for (int again = 0; again < 2; ++again) {
    set.clear(tag_bits);
    for (std::uint64_t i = 0; i < many; ++i) {
      const auto key = key_of<Words>(i, tag_bits);
      const auto scrambled = set.scramble(key);
      const auto found = set.find(scrambled);
      REQUIRE(!set.holds(found));
      REQUIRE(set.peek(scrambled) == 0);
      set.insert(found.slot, scrambled, 0);
      const auto there = set.find(scrambled);
      REQUIRE(set.holds(there));
      set.set_tag(there.slot, scrambled, tag_of(i));
    }
    CHECK(set.size() == many);
  }
  const auto holds_all = [&](unsigned bits) {
    for (std::uint64_t i = 0; i < many; ++i) {
      const auto key = key_of<Words>(i, bits);
      const auto scrambled = set.scramble(key);
      const auto found = set.find(scrambled);
      REQUIRE(set.holds(found));
      REQUIRE(found.tag == tag_of(i));
      const auto glimpsed = set.peek(scrambled);
      REQUIRE((glimpsed == 0 || glimpsed == tag_of(i)));
      auto stored = scrambled;
      stored[0] += found.tag;
      REQUIRE(set.unscramble(stored) == key);
    }
    const auto other = key_of<Words>(many, bits);
    CHECK(!set.holds(set.find(set.scramble(other))));
  };
  holds_all(tag_bits);
  const unsigned wider = tag_bits + 3;
  set.convert(wider, [&](Key<Words> key) {
    key[0] <<= 3;
    return key;
  });
  CHECK(set.size() == many);
  holds_all(wider);
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("a set of keys finds what it holds, through growth and changes of widths") {
  grow_and_look_up<1>(30'000, 8);
  grow_and_look_up<2>(30'000, 9);
  grow_and_look_up<3>(3'000, 8);
  grow_and_look_up<1>(300'000, 8);  // where it grows by less than twice
}

TEST_CASE("a large tag does not hide a key, whatever the number of slots") {
  grow_and_look_up<2>(400'000, 44, std::uint64_t{1} << 44);
  grow_and_look_up<1>(300'000, 24, std::uint64_t{1} << 24);
}

// What is scrambled into word 0 is not enough to tell keys apart: here it is the same.
template <template <std::size_t> class Set, std::size_t Words>
void tell_apart() {
  Limits limits(std::size_t{1} << 20);
  Set<Words> set(limits);
  set.clear(8);
  std::vector<Key<Words>> keys{{}};  // scrambled
  for (std::size_t w = 1; w < Words; ++w) keys.emplace_back()[w] = std::uint64_t{1} << w;
  for (std::uint64_t i = 0; i < keys.size(); ++i) {
    CHECK(set.scramble(set.unscramble(keys[i])) == keys[i]);
    const auto found = set.find(keys[i]);
    CHECK(!set.holds(found));
    CHECK(set.peek(keys[i]) == 0);
    set.insert(found.slot, keys[i], i + 1);
  }
  for (std::uint64_t i = 0; i < keys.size(); ++i) CHECK(set.find(keys[i]).tag == i + 1);
}

TEST_CASE("keys that differ in one word only are different") {
  tell_apart<KeySet, 2>();
  tell_apart<KeySet, 3>();
  tell_apart<KeySet, 6>();
  tell_apart<SharedKeySet, 2>();
  tell_apart<SharedKeySet, 3>();
}

TEST_CASE("a set of keys does not grow beyond the limit of memory") {
  Limits limits(std::size_t{1} << 20);
  KeySet<2> set(limits);
  set.clear(8);
  const auto fill = [&] {
    for (std::uint64_t i = 0;; ++i) {
      const auto key = key_of<2>(i, 8);
      const auto scrambled = set.scramble(key);
      set.insert(set.find(scrambled).slot, scrambled, 1);
    }
  };
  CHECK_THROWS_AS(fill(), LimitReached);
  CHECK(set.size() > 1000);
}

TEST_SUITE_END();
