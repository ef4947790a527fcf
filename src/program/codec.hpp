// Turns values of a model's own types into words (32-bit integers) and back. It goes by the fields that
// BOOST_DESCRIBE_STRUCT names. TypedProgram calls it, so that nobody behind it needs the model's types.
//
// A value may be a bool, an integer, a described enumeration, an Id, a Place or a Port, a std::optional or
// std::vector of values, or a described struct of them. Equal values have equal words, so that words can be
// interned, hashed and ordered.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <boost/pfr/tuple_size.hpp>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "program/members.hpp"
#include "program/shape.hpp"

namespace conclave::codec {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T, class A>
inline constexpr bool is_vector<std::vector<T, A>> = true;

template <class T>
inline constexpr bool is_name = std::is_same_v<T, Id> || std::is_same_v<T, Place> || std::is_same_v<T, Port>;

template <class T>
using members =
    boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;

template <class T>
constexpr bool describes_every_field() {
  if constexpr (!boost::describe::has_describe_members<T>::value || !std::is_aggregate_v<T>) {
    return false;
  } else if constexpr (std::is_empty_v<T>) {
    return true;
  } else {
    return boost::mp11::mp_size<members<T>>::value == boost::pfr::tuple_size_v<T>;
  }
}

template <class T, class F>
constexpr void for_each_member(F&& f) {
  static_assert(describes_every_field<T>(),
                "BOOST_DESCRIBE_STRUCT(T, (), (fields)) must name every field of this aggregate");
  boost::mp11::mp_for_each<members<T>>(f);
}

template <class T>
void append(const T& value, Encoded& out) {
  if constexpr (is_name<T>) {
    out.push_back(Sealed::taken(value));
  } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    static_assert(sizeof(T) <= sizeof(std::int32_t), "fields of a model are at most 32 bits wide");
    out.push_back(static_cast<std::int32_t>(value));
  } else if constexpr (is_optional<T>) {
    out.push_back(value.has_value());
    if (value) append(*value, out);
  } else if constexpr (is_vector<T>) {
    out.push_back(static_cast<std::int32_t>(value.size()));
    for (const auto& element : value) append(element, out);
  } else {
    for_each_member<T>([&](auto member) { append(value.*member.pointer, out); });
  }
}

template <class T>
Encoded encode(const T& value) {
  Encoded out;
  append(value, out);
  return out;
}

template <class T>
T read(Words& at) {
  if constexpr (is_name<T>) {
    return Sealed::give<T>(*at++);
  } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    return static_cast<T>(*at++);
  } else if constexpr (is_optional<T>) {
    if (*at++ == 0) return std::nullopt;
    return read<typename T::value_type>(at);
  } else if constexpr (is_vector<T>) {
    T value(static_cast<std::size_t>(*at++));
    for (auto& element : value) element = read<typename T::value_type>(at);
    return value;
  } else {
    T value{};
    for_each_member<T>([&](auto member) {
      value.*member.pointer = read<std::decay_t<decltype(value.*member.pointer)>>(at);
    });
    return value;
  }
}

template <class T>
T decode(const Encoded& words) {
  Words at = words.data();
  return read<T>(at);
}

template <class T>
const Shape& shape_of();

template <class T>
Shape make_shape() {
  using Kind = Shape::Kind;
  Shape shape;
  if constexpr (std::is_same_v<T, Id>) {
    shape.kind = Kind::identifier;
  } else if constexpr (std::is_same_v<T, Place>) {
    shape.kind = Kind::place;
  } else if constexpr (std::is_same_v<T, Port>) {
    shape.kind = Kind::port;
  } else if constexpr (std::is_same_v<T, bool>) {
    shape.kind = Kind::boolean;
  } else if constexpr (std::is_enum_v<T>) {
    static_assert(boost::describe::has_describe_enumerators<T>::value,
                  "an enumeration needs BOOST_DESCRIBE_ENUM(T, enumerators)");
    static_assert(
        boost::mp11::mp_size<boost::describe::describe_enumerators<T>>::value >= count_enumerators<T>(),
        "BOOST_DESCRIBE_ENUM(T, enumerators) must name every enumerator");
    shape.kind = Kind::enumeration;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto enumerator) {
      shape.enumerators.push_back({enumerator.name, static_cast<std::int32_t>(enumerator.value)});
    });
  } else if constexpr (std::is_integral_v<T>) {
    shape.kind = Kind::number;
    shape.is_unsigned = std::is_unsigned_v<T>;
  } else if constexpr (is_optional<T> || is_vector<T>) {
    shape.kind = is_vector<T> ? Kind::list : Kind::optional;
    shape.element = &shape_of<typename T::value_type>();
  } else {
    shape.kind = Kind::record;
    for_each_member<T>([&](auto member) {
      using Field = std::decay_t<decltype(std::declval<T>().*member.pointer)>;
      shape.fields.push_back({member.name, &shape_of<Field>()});
    });
  }
  return shape;
}

// The shape of a type. It is never freed, so that pointers to it stay valid while the program ends.
template <class T>
const Shape& shape_of() {
  static const Shape& shape = *new Shape(make_shape<T>());
  return shape;
}

}  // namespace conclave::codec
