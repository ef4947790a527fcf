#include "engine/storage/layout.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

using namespace conclave;

namespace {

using Values = std::vector<std::uint32_t>;

// So many components with random widths that have room in the words of a key, besides the tag.
template <std::size_t Words>
Widths random_widths(std::mt19937& random, std::size_t components) {
  Widths widths;
  widths.tag = static_cast<std::uint8_t>(4 + random() % 12);
  widths.component.assign(components, 1);
  while (random() % 40 != 0) {
    Widths wider = widths;
    ++wider.component[random() % components];
    if (Layout().arrange(wider, {}, Words)) widths = wider;
  }
  return widths;
}

template <std::size_t Words>
Layout layout_of(const Widths& widths) {
  Layout layout;
  REQUIRE(layout.arrange(widths, {}, Words));
  return layout;
}

template <std::size_t Words>
void pack_and_repack(std::size_t components) {
  std::mt19937 random(static_cast<unsigned>(Words * 100 + components));
  int thrown = 0;
  for (int k = 0; k < 400; ++k) {
    const Layout before = layout_of<Words>(random_widths<Words>(random, components));
    const Layout after = layout_of<Words>(random_widths<Words>(random, components));
    Values values;
    Key<Words> key{};
    bool has_room = true;
    for (std::size_t c = 0; c < components; ++c) {
      const bool small = random() % 8 != 0;  // so that it mostly has room where it becomes narrower
      values.push_back(static_cast<std::uint32_t>(random()) &
                       (small ? before[c].mask & after[c].mask : before[c].mask));
      before.set(key, c, values[c]);
      has_room &= values[c] <= after[c].mask;
    }
    const Repacking repack(before, after);
    if (!has_room) {
      CHECK_THROWS_AS(repack(key), TooNarrow);
      ++thrown;
      continue;
    }
    key[0] |= 1;  // a bit of the tag is no component's
    const Key<Words> packed = repack(key);
    Key<Words> expected{};
    for (std::size_t c = 0; c < components; ++c) after.set(expected, c, values[c]);
    REQUIRE(packed == expected);
  }
  CHECK(thrown > 0);
  CHECK(thrown < 400);
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("keys that are packed anew say the same of each component") {
  pack_and_repack<1>(1);
  pack_and_repack<1>(9);
  pack_and_repack<2>(17);
  pack_and_repack<4>(60);
}

TEST_CASE("what is about to need a bit gets it with the component that needs it now, the fullest first") {
  const std::array<std::size_t, 5> counts{15, 9, 8, 3, 16};
  constexpr std::size_t tags = 200;
  const Widths before{.component = {4, 4, 4, 3, 4}, .tag = 8};
  Widths widths = before;
  CHECK(widen_others(widths, counts, tags, {}, 1));
  CHECK(widths.tag == 9);
  CHECK(widths.component ==
        std::vector<std::uint8_t>{5, 5, 4, 3, 5});  // the others need at most half of their room
  CHECK(widths.lent);

  for (const int left : {0, 1, 2, 3, 4, 10}) {
    CAPTURE(left);
    widths = before;
    widths.component[3] = static_cast<std::uint8_t>(64 - 8 - 16 - left);
    CHECK(widen_others(widths, counts, tags, {}, 1) == (left >= 4));
    CHECK(widths.component[4] == (left >= 1 ? 5 : 4));
    CHECK(widths.component[0] == (left >= 2 ? 5 : 4));
    CHECK(widths.tag == (left >= 3 ? 9 : 8));
    CHECK(widths.component[1] == (left >= 4 ? 5 : 4));
    CHECK(widths.component[2] == 4);
    CHECK(widths.lent == (left >= 1));
  }

  widths = before;
  CHECK(widen_others(widths, counts, 100, {}, 1));
  CHECK(widths.tag == 8);  // half of its numbers are left
}

TEST_CASE("where there are not enough bits for all, those that nobody needs are lent anew") {
  const std::array<std::size_t, 3> counts{200, 9, 2};
  const Widths before{.component = {8, 24, 24}, .tag = 8};  // no bit is left
  Widths widths = before;
  CHECK(!widen_others(widths, counts, 1, {}, 1));
  CHECK(widths.component == before.component);  // none of them is lent
  widths.lent = true;
  CHECK(widen_others(widths, counts, 1, {}, 1));
  CHECK(widths.component == std::vector<std::uint8_t>{9, 5, 2});
  CHECK(widths.lent);
}

TEST_CASE("in long keys, what has met its second value gets room for more, after all others") {
  const std::array<std::size_t, 4> counts{2, 1, 4, 2};
  for (const std::size_t words : {3, 4}) {
    Widths widths{.component = {2, 2, 2, 3}};
    CHECK(widen_others(widths, counts, 1, {}, words));
    CHECK(widths.component ==
          std::vector<std::uint8_t>{static_cast<std::uint8_t>(words == 3 ? 2 : 3), 2, 3, 3});
  }
  // One bit is left in the first word.
  std::vector<std::uint8_t> full{2, 2, 2, 3, 23, 23, 32, 32, 32, 32, 32, 32};
  std::vector<std::size_t> few(full.size(), 0);
  std::ranges::copy(counts, few.begin());
  Widths widths{.component = full, .tag = 8};
  CHECK(!widen_others(widths, few, 1, {}, 4));
  ++full[2];
  CHECK(widths.component == full);
}

TEST_CASE("where memory is scarce, no component keeps a bit that its values do not need") {
  const std::array<std::size_t, 6> counts{0, 1, 2, 3, 16, 17};
  Widths widths{.component = {4, 4, 4, 4, 6, 5}, .tag = 9};
  narrow(widths, counts, {}, 1);
  // The values of the first one are not counted; the largest value is 16, where there are 17.
  CHECK(widths.component == std::vector<std::uint8_t>{4, 1, 1, 2, 4, 5});
  CHECK(widths.tag == 9);
}

TEST_CASE("bits that were lent are taken back before a key gets longer") {
  const std::array<std::size_t, 3> counts{0, 2, 100};
  Layout layout;
  Widths widths{.component = {30, 10, 17}, .tag = 8};  // one bit too many
  CHECK_THROWS_AS(arrange(layout, widths, counts, {}, 1), KeyOverflow);
  CHECK(widths.component == std::vector<std::uint8_t>{30, 10, 17});  // none of it is lent
  widths.lent = true;
  arrange(layout, widths, counts, {}, 1);
  CHECK(widths.component == std::vector<std::uint8_t>{30, Widths::first_bits, 7});
  CHECK(layout[2].width == 7);
  CHECK(!widths.lent);
  widths.component[0] = 50;
  CHECK_THROWS_AS(arrange(layout, widths, counts, {}, 1), KeyOverflow);
}

TEST_SUITE_END();
