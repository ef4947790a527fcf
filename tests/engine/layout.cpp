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
  const std::array<std::uint32_t, 5> counts{15, 9, 8, 3, 16};
  const auto count = [&](std::size_t c) { return std::size_t{counts[c]}; };
  Widths widths{.component = {4, 4, 4, 3, 4}, .tag = 8};
  const Widths before = widths;
  widen_others(widths, count, {}, 1);
  CHECK(widths.tag == 9);
  CHECK(widths.component ==
        std::vector<std::uint8_t>{5, 5, 4, 3, 5});  // the others need at most half of their room
  CHECK(widths.lending == Widths::Lending::open);

  // Where fewer bits are left, they are lent to what is full, or nearly; once lending is over, half of a
  // reserve stays.
  for (const auto lending : {Widths::Lending::open, Widths::Lending::over}) {
    const int reserve = lending == Widths::Lending::open ? 0 : 10;
    for (const int left : {0, 1, 2, 4, 10, 11, 12, 16, 20, 22, 23, 24}) {
      CAPTURE(left);
      widths = before;
      widths.lending = lending;
      widths.component[3] = static_cast<std::uint8_t>(64 - 8 - 16 - left);
      widen_others(widths, count, {}, 1);
      const int given = widths.component[0] + widths.component[1] + widths.component[4] - 12;
      CHECK(given == (left >= 24 ? 3 : std::clamp(left - reserve, 0, 2)));
      CHECK(widths.component[1] == (given == 3 ? 5 : 4));
      CHECK(widths.component[2] == 4);
      const bool is_left = left >= given + 21;
      CHECK(widths.tag == (is_left ? 9 : 8));
      const bool lends = lending == Widths::Lending::open && given > 0 && !is_left;
      CHECK(widths.lending == (lends ? Widths::Lending::used : lending));
    }
  }
}

TEST_CASE("where memory is scarce, no component keeps a bit that its values do not need") {
  const std::array<std::uint32_t, 6> counts{0, 1, 2, 3, 16, 17};
  const auto count = [&](std::size_t c) { return std::size_t{counts[c]}; };
  Widths widths{.component = {4, 4, 4, 4, 6, 5}, .tag = 9};
  narrow(widths, count, {}, 1);
  // The values of the first one are not counted; the largest value is 16, where there are 17.
  CHECK(widths.component == std::vector<std::uint8_t>{4, 1, 1, 2, 4, 5});
  CHECK(widths.tag == 9);
}

TEST_CASE("bits that were lent are taken back once, before a key gets longer") {
  const std::array<std::uint32_t, 3> counts{0, 9, 100};
  const auto count = [&](std::size_t c) { return std::size_t{counts[c]}; };
  Layout layout;
  Widths widths{.component = {30, 10, 17}, .tag = 8};  // one bit too many
  CHECK_THROWS_AS(arrange(layout, widths, count, {}, 1), KeyOverflow);
  CHECK(widths.component == std::vector<std::uint8_t>{30, 10, 17});  // none of it is lent
  widths.lending = Widths::Lending::used;
  arrange(layout, widths, count, {}, 1);
  CHECK(widths.component == std::vector<std::uint8_t>{30, 4, 7});
  CHECK(layout[2].width == 7);
  CHECK(widths.lending == Widths::Lending::over);
  widths.component[0] = 50;
  CHECK_THROWS_AS(arrange(layout, widths, count, {}, 1), KeyOverflow);
  CHECK(widths.lending == Widths::Lending::open);  // for the longer key
}

TEST_SUITE_END();
