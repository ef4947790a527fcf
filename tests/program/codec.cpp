// Values as integers and as JSON, from their description.
#include "program/codec.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <nlohmann/json.hpp>

#include "program/json.hpp"
#include "program/model.hpp"

using namespace conclave;

namespace {

enum class Colour { red = 3, green = -1 };
BOOST_DESCRIBE_ENUM(Colour, red, green)
struct Inner {
  Id id;
  std::optional<Place> place;
  friend bool operator==(const Inner&, const Inner&) = default;
};
BOOST_DESCRIBE_STRUCT(Inner, (), (id, place))
struct Outer {
  bool flag = false;
  int number = 0;
  Colour colour = Colour::red;
  std::optional<Inner> inner;
  std::vector<std::optional<Id>> list;
  std::uint8_t small = 0;
  friend bool operator==(const Outer&, const Outer&) = default;
};
BOOST_DESCRIBE_STRUCT(Outer, (), (flag, number, colour, inner, list, small))

Outer arbitrary() {
  Outer value;
  value.flag = *rc::gen::arbitrary<bool>();
  value.number = *rc::gen::arbitrary<int>();
  value.colour = *rc::gen::element(Colour::red, Colour::green);
  if (*rc::gen::arbitrary<bool>()) {
    value.inner = Inner{Id(*rc::gen::inRange(1, 9)), {}};
    if (*rc::gen::arbitrary<bool>()) value.inner->place = Place(*rc::gen::inRange(0, 9));
  }
  for (const int id : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4))) {
    value.list.push_back(id == 0 ? std::nullopt : std::optional(Id(id)));
  }
  value.small = *rc::gen::arbitrary<std::uint8_t>();
  return value;
}

}  // namespace

TEST_SUITE_BEGIN("program");

TEST_CASE("encoding is a bijection") {
  CHECK(rc::check("decode undoes encode", [] {
    const Outer value = arbitrary();
    RC_ASSERT(codec::decode<Outer>(codec::encode(value)) == value);
  }));
  CHECK(rc::check("different values have different words", [] {
    const Outer a = arbitrary();
    const Outer b = arbitrary();
    RC_ASSERT((codec::encode(a) == codec::encode(b)) == (a == b));
  }));
}

TEST_CASE("the flat form") {
  const Outer value{true, -7, Colour::green, Inner{Id(4), Place(2)}, {Id(1), std::nullopt}, 200};
  CHECK(codec::encode(value) == Encoded{1, -7, -1, 1, 4, 1, 2, 2, 1, 1, 0, 200});
  CHECK(codec::encode(Outer{}) == Encoded{0, 0, 3, 0, 0, 0});
}

TEST_CASE("JSON") {
  const Outer value{true, -7, Colour::green, Inner{Id(4), {}}, {Id(1), std::nullopt}, 200};
  CHECK(
      to_json(codec::shape_of<Outer>(), codec::encode(value)).dump() ==
      R"({"flag":true,"number":-7,"colour":"green","inner":{"id":4,"place":null},"list":[1,null],"small":200})");
  CHECK(to_json(codec::shape_of<Outer>(), codec::encode(Outer{})).dump() ==
        R"({"flag":false,"number":0,"colour":"red","inner":null,"list":[],"small":0})");
}

TEST_CASE("models are listed in order and found by name") {
  CHECK(models().size() >= 5);
  for (std::size_t i = 1; i < models().size(); ++i) {
    const Model& a = *models()[i - 1];
    const Model& b = *models()[i];
    CHECK(std::tie(a.about.position, a.name, a.variant) < std::tie(b.about.position, b.name, b.variant));
  }
  const Model* java = find_model("chang-roberts:java");
  REQUIRE(java != nullptr);
  CHECK(java->name == "chang-roberts");
  CHECK(java->variant == "java");
  CHECK(find_model("chang-roberts:c++") == nullptr);
  CHECK(java->program->message_kinds() == std::vector<std::string>{"election", "leader"});
}

TEST_SUITE_END();
