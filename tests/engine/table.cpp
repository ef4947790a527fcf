#include "engine/storage/table.hpp"

#include <doctest/doctest.h>

#include "machine/configuration.hpp"

using namespace conclave;

namespace {

using C = Configuration<std::uint16_t, 1>;

C configuration(std::uint32_t number) {
  C c;
  c.set(0, number & 0xffffU);
  c.set(3, number >> 16U);
  return c;
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("a table finds what it holds, through growth and collisions") {
  Limits limits(std::size_t{64} << 20);
  Table<C> table(limits);
  constexpr std::uint32_t many = 20'000;
  for (const std::uint64_t spread : {1ULL, 0ULL, 0x9e3779b97f4a7c15ULL}) {  // 0: every hash collides
    const std::uint32_t count = spread == 0 ? 1500 : many;
    const auto hash = [&](const C& c) { return (c.get(0) | std::uint64_t{c.get(3)} << 16U) * spread; };
    table.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      const C c = configuration(i * 7);
      const auto [number, inserted] = table.find_or_insert(c, hash(c));
      REQUIRE(inserted);
      REQUIRE(number == i);
    }
    CHECK(table.size() == count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const C c = configuration(i * 7);
      const auto [number, inserted] = table.find_or_insert(c, hash(c));
      REQUIRE(!inserted);
      REQUIRE(number == i);
      REQUIRE(table[i] == c);
    }
  }
}

TEST_SUITE_END();
