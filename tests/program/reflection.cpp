// What is found out of a type without a list, and with one.
#include "program/reflection.hpp"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "program/codec.hpp"

namespace conclave::codec {
namespace {

enum class Flavour : std::int8_t { sweet, sour = 5, static_ = 63 };
enum Plain : int { first, second };
enum class Listed { far = 1000, negative = -1 };
BOOST_DESCRIBE_ENUM(Listed, far, negative)

struct Nested {
  Flavour flavour{};
  Id id_2;
};
struct Everything {
  bool flag = false;
  std::optional<Nested> nested;
  std::map<int, std::set<Id>> map;
  std::array<std::int64_t, 3> array{};
  std::optional<std::vector<Plain>> plain;
  std::pair<Id, Listed> pair;
  std::string größe;
};
template <class A, class B>
struct Outside {
  struct Inside {
    A a;
    B b;
  };
};
struct WithBase : Nested {
  bool more = false;
};
BOOST_DESCRIBE_STRUCT(Nested, (), (id_2, flavour))
BOOST_DESCRIBE_STRUCT(WithBase, (Nested), (more))

template <class T>
std::string field_names() {
  std::string names;
  for (const Shape::Field& field : shape_of<T>().fields) names += std::string(field.name) + " ";
  return names;
}
template <class T>
std::string enumerators() {
  std::string names;
  for (const auto& each : shape_of<T>().enumerators)
    names += std::string(each.name) + "=" + std::to_string(each.value) + " ";
  return names;
}

struct Bare {
  int number;
};
struct TwoArrays {
  Id ids[2];
  std::string text;
};
struct Constant {
  const int number = 0;
};
struct Inherits : Bare {};

}  // namespace

TEST_SUITE_BEGIN("program");

TEST_CASE("fields have the names and the order in which they are declared, or listed") {
  CHECK(field_names<Everything>() == "flag nested map array plain pair größe ");
  CHECK(field_names<Outside<int, std::map<int, bool>>::Inside>() == "a b ");
  CHECK(field_names<Nested>() == "id_2 flavour ");
  CHECK(field_names<WithBase>() == "id_2 flavour more ");
  CHECK(encode(WithBase{{Flavour::sour, Id(7)}, true}) == Encoded{7, 5, 1});
  CHECK(decode<WithBase>({7, 5, 1}).flavour == Flavour::sour);
}

TEST_CASE("enumerators are found, or listed") {
  CHECK(enumerators<Flavour>() == "sweet=0 sour=5 static_=63 ");
  CHECK(enumerators<Plain>() == "first=0 second=1 ");
  CHECK(enumerators<Listed>() == "far=1000 negative=-1 ");
  CHECK_THROWS_WITH(encode(static_cast<Flavour>(4)),
                    "an enumeration has the value 4, which is none of its enumerators");
}

TEST_CASE("what cannot be told of a struct is known") {
  CHECK(fields_of<Everything>() == Fields::known);
  CHECK(fields_of<Bare>() == Fields::known);
  CHECK(fields_of<TwoArrays>() == Fields::with_array);
  CHECK(fields_of<Constant>() == Fields::not_assignable);
  CHECK(fields_of<Inherits>() == Fields::with_base);
}

TEST_SUITE_END();

}  // namespace conclave::codec
