#include "machine/sequences.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

using namespace conclave;

TEST_SUITE_BEGIN("machine");

namespace sequences {

using Words = std::vector<Sequences::Word>;

// Many sequences of many lengths; no two are the same.
Words nth(std::uint32_t number) {
  Words words(number % 700);
  std::iota(words.begin(), words.end(), number);
  words.push_back(number);
  return words;
}

bool same(std::span<const Sequences::Word> a, const Words& b) { return Words(a.begin(), a.end()) == b; }

}  // namespace sequences

TEST_CASE("a sequence keeps its number and its place, whatever comes after it") {
  using namespace sequences;
  Sequences all;
  for (int again = 0; again < 3; ++again) {
    CHECK(all.intern({}) == 0);
    const auto first = all[all.intern(nth(5))];
    for (std::uint32_t number = 0; number < 3000; ++number) {
      const std::uint32_t expected = number == 5 ? 1 : number < 5 ? number + 2 : number + 1;
      REQUIRE(all.intern(nth(number)) == expected);
    }
    CHECK(all.size() == 3001);
    CHECK(all[1].data() == first.data());
    for (std::uint32_t number = 6; number < 3000; ++number) REQUIRE(same(all[number + 1], nth(number)));
    CHECK(all.intern(nth(2999)) == 3000);
    CHECK(all.intern(all[70].subspan(1)) == 3001);  // it lies in another one
    sequences::Words rest = nth(69);
    rest.erase(rest.begin());
    CHECK(same(all[3001], rest));
    all.clear();
    CHECK(all.size() == 0);
  }
}

TEST_CASE("little more memory is taken than sequences need, and little is kept") {
  Sequences all;
  std::size_t words = 0;
  for (std::uint32_t length = 0; length < 5000; ++length) {
    all.intern(std::vector<Sequences::Word>(length, 7));
    words += length;
    const std::size_t needed = words * sizeof(Sequences::Word);
    REQUIRE(all.bytes() >= needed);
    REQUIRE(all.bytes() <= needed + needed / 4 + (std::size_t{1} << 21));
  }
  all.clear();
  CHECK(all.bytes() <= std::size_t{1} << 21);
}

TEST_SUITE_END();
