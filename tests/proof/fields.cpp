// Values of models, taken apart into variables and put together again.
#include "proof/fields.hpp"

#include <doctest/doctest.h>

#include "author/model.hpp"
#include "program/codec.hpp"

namespace conclave::testing::fields_of_values {
namespace {

enum class Colour { red = 3, green = 7 };
struct Inner {
  bool flag = false;
  std::optional<Id> who;
  Id whom;
};
struct Outer {
  Colour colour = Colour::green;
  std::optional<Inner> inner;
  std::optional<bool> perhaps;
  std::optional<Colour> shade;
  std::optional<std::optional<Id>> twice;
  Id last;
};
struct Counts {
  Inner inner;
  int hops = 0;
};
struct Lists {
  std::vector<Id> seen;
};

Outer full() {
  return {.colour = Colour::red,
          .inner = Inner{.flag = true, .who = given_id(5), .whom = given_id(6)},
          .perhaps = false,
          .shade = Colour::green,
          .twice = std::optional<Id>(given_id(2)),
          .last = given_id(9)};
}

}  // namespace

TEST_SUITE_BEGIN("proof");

TEST_CASE("a value is the same after it was taken apart and put together") {
  const proof::Fields fields(codec::shape_of<Outer>(), "State");
  std::vector<Outer> all{Outer{}, full()};
  for (int k = 0; k < 6; ++k) {
    Outer some = full();
    if (k == 0) some.inner.reset();
    if (k == 1) some.inner->who.reset();
    if (k == 2) some.perhaps.reset();
    if (k == 3) some.shade.reset();
    if (k == 4) some.twice.reset();
    if (k == 5) some.twice = std::optional<Id>();
    all.push_back(some);
  }
  std::vector<proof::Parts> seen;
  for (const Outer& value : all) {
    const Encoded words = codec::encode(value);
    const proof::Parts parts = fields.parts(words);
    CHECK(parts.size() == fields.variables().size());
    CHECK(fields.words(parts) == words);
    CHECK(std::ranges::find(seen, parts) == seen.end());
    seen.push_back(parts);
  }
}

TEST_CASE("variables have the names of fields") {
  std::string names;
  const proof::Fields fields(codec::shape_of<Outer>(), "State");
  for (const auto& variable : fields.variables()) names += variable.name + (variable.is_name ? "* " : " ");
  CHECK(names ==
        "colour inner inner.flag inner.who inner.who* inner.whom* perhaps shade twice twice twice* last* ");
}

TEST_CASE("what is no truth value, enumeration or identifier is refused by its name") {
  CHECK_THROWS_WITH(
      proof::Fields(codec::shape_of<Counts>(), "State"),
      "`hops` of State is a number: a proof speaks of truth values, enumerations and identifiers");
  CHECK_THROWS_WITH(
      proof::Fields(codec::shape_of<Lists>(), "Message"),
      "`seen` of Message is a list: a proof speaks of truth values, enumerations and identifiers");
}

TEST_CASE("nobody in an optional identifier is refused") {
  const proof::Fields fields(codec::shape_of<Inner>(), "State");
  CHECK_NOTHROW(fields.parts(codec::encode(Inner{})));
  CHECK_THROWS_AS(fields.parts(codec::encode(Inner{.flag = false, .who = Id(), .whom = {}})),
                  proof::NotProvable);
}

TEST_SUITE_END();

}  // namespace conclave::testing::fields_of_values
