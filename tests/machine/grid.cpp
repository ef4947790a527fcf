#include "machine/grid.hpp"

#include <doctest/doctest.h>

#include <map>

using namespace conclave;

TEST_SUITE_BEGIN("machine");

TEST_CASE("a grid remembers, dense and sparse, and forgets by clear") {
  Grid<int> grid;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> expected;
  // A large first area stays dense; one far cell in each direction, and both, goes to the sparse part, where
  // later growth of the dense part must not hide it.
  const std::vector<std::uint32_t> places{0, 1, 3, 4, 7, 8, 100, 1000, 70'000, 3'000'000};
  int value = 0;
  for (int round = 0; round < 2; ++round) {
    for (const auto row : places) {
      for (const auto column : places) {
        REQUIRE(grid.at(row, column) == 0);
        grid.at(row, column) = ++value;
        expected[{row, column}] = value;
      }
    }
    for (const auto& [place, kept] : expected) REQUIRE(grid.at(place.first, place.second) == kept);
    grid.clear();
    expected.clear();
    for (const auto row : places) {
      for (const auto column : places) REQUIRE(grid.at(row, column) == 0);
    }
    grid.clear();
  }
}

TEST_CASE("what went to the sparse part is found after the dense part grew") {
  for (const bool wide_first : {false, true}) {
    Grid<int> grid;
    const auto at = [&](std::uint32_t a, std::uint32_t b) -> int& {
      return wide_first ? grid.at(b, a) : grid.at(a, b);
    };
    at(0, 900'000) = 1;  // too wide for the rows there are, or not
    at(200'000, 0) = 2;
    at(900, 900) = 3;
    at(4'000'000, 5) = 4;
    at(1023, 1023) = 5;
    CHECK(at(0, 900'000) == 1);
    CHECK(at(200'000, 0) == 2);
    CHECK(at(900, 900) == 3);
    CHECK(at(4'000'000, 5) == 4);
    CHECK(at(1023, 1023) == 5);
  }
}

TEST_SUITE_END();
