// Turns values of a model's own types into words (32-bit integers) and back, field by field (reflection.hpp).
// TypedProgram calls it, so that nobody behind it needs the model's types.
//
// value_type.hpp says which types a value may have. Equal values have equal words, so that words can be
// interned, hashed and ordered.
#pragma once

#include <cstdint>
#include <exception>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "program/shape.hpp"
#include "program/value_type.hpp"

namespace conclave::codec {

// The elements of a container; those of a std::map are pairs whose key can be read like any other value.
template <class T>
struct ElementOf {
  using type = typename T::value_type;
};
template <class K, class T, class C, class A>
struct ElementOf<std::map<K, T, C, A>> {
  using type = std::pair<K, T>;
};
template <class T>
using Element = typename ElementOf<T>::type;

template <class T>
inline constexpr bool is_wide = sizeof(T) > sizeof(std::int32_t);

template <class T>
const Shape& shape_of();

template <class T>
void append(const T& value, Encoded& out) {
  constexpr Category is = ValueType<T>::is;
  if constexpr (!ValueType<T>::can_be_encoded) {
    return;
  } else if constexpr (is == Category::identifier || is == Category::place || is == Category::port) {
    out.push_back(Sealed::taken(value));
  } else if constexpr (is == Category::draw) {
    out.push_back(Sealed::code(value));
  } else if constexpr (is == Category::enumeration) {
    shape_of<T>().check_enumerator(static_cast<std::int32_t>(value));
    out.push_back(static_cast<std::int32_t>(value));
  } else if constexpr (is == Category::boolean || is == Category::number) {
    if constexpr (is_wide<T>) {
      const auto whole = static_cast<std::uint64_t>(value);
      out.push_back(static_cast<std::int32_t>(whole >> 32));
    }
    out.push_back(static_cast<std::int32_t>(value));
  } else if constexpr (is == Category::text) {
    out.push_back(static_cast<std::int32_t>(value.size()));
    for (const char byte : value) out.push_back(static_cast<unsigned char>(byte));
  } else if constexpr (is == Category::optional) {
    out.push_back(value.has_value());
    if (value) append(*value, out);
  } else if constexpr (is == Category::pair) {
    append(value.first, out);
    append(value.second, out);
  } else if constexpr (is == Category::record) {
    for_each_field(value, [&](const auto& field) { append(field, out); });
  } else {
    out.push_back(static_cast<std::int32_t>(value.size()));
    for (const auto& element : value) append<Element<T>>(element, out);
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
  constexpr Category is = ValueType<T>::is;
  if constexpr (is == Category::identifier || is == Category::place || is == Category::port ||
                is == Category::draw) {
    return Sealed::give<T>(*at++);
  } else if constexpr (is == Category::number) {
    if constexpr (!is_wide<T>) return static_cast<T>(*at++);
    const auto upper = static_cast<std::uint64_t>(static_cast<std::uint32_t>(*at++));
    return static_cast<T>(upper << 32 | static_cast<std::uint32_t>(*at++));
  } else if constexpr (is == Category::boolean || is == Category::enumeration) {
    return static_cast<T>(*at++);
  } else if constexpr (is == Category::optional) {
    if (*at++ == 0) return std::nullopt;
    return read<typename T::value_type>(at);
  } else if constexpr (is == Category::pair) {
    auto first = read<typename T::first_type>(at);
    return T(std::move(first), read<typename T::second_type>(at));
  } else if constexpr (is == Category::record) {
    T value{};
    for_each_field(value, [&](auto& field) { field = read<std::remove_cvref_t<decltype(field)>>(at); });
    return value;
  } else if constexpr (is == Category::array) {
    T value{};
    ++at;
    for (auto& element : value) element = read<Element<T>>(at);
    return value;
  } else if constexpr (ValueType<T>::can_be_encoded) {
    T value;
    for (std::int32_t left = *at++; left > 0; --left) value.insert(value.end(), read<Element<T>>(at));
    return value;
  } else {
    std::terminate();  // ValueType has said what is wrong
  }
}

template <class T>
T decode(const Encoded& words) {
  Words at = words.data();
  return read<T>(at);
}

template <class T>
Shape make_shape() {
  using Kind = Shape::Kind;
  constexpr Category is = ValueType<T>::is;
  Shape shape;
  if constexpr (is == Category::identifier) {
    shape.kind = Kind::identifier;
  } else if constexpr (is == Category::place) {
    shape.kind = Kind::place;
  } else if constexpr (is == Category::port) {
    shape.kind = Kind::port;
  } else if constexpr (is == Category::draw) {
    shape.kind = Kind::draw;
  } else if constexpr (is == Category::boolean) {
    shape.kind = Kind::boolean;
  } else if constexpr (is == Category::enumeration) {
    shape.kind = Kind::enumeration;
    if constexpr (ValueType<T>::enumerators == Enumerators::known) {
      for_each_enumerator<T>([&](std::string_view name, std::int32_t value) {
        shape.enumerators.push_back({name, value});
      });
    }
  } else if constexpr (is == Category::number) {
    shape.kind = Kind::number;
    shape.is_unsigned = std::is_unsigned_v<T>;
    shape.bits = 8 * sizeof(T);
  } else if constexpr (is == Category::text) {
    shape.kind = Kind::text;
  } else if constexpr (is == Category::pair) {
    shape.kind = Kind::record;
    shape.fields = {{"first", &shape_of<typename T::first_type>()},
                    {"second", &shape_of<typename T::second_type>()}};
  } else if constexpr (!ValueType<T>::can_be_encoded) {
    return shape;
  } else if constexpr (is == Category::record) {
    shape.kind = Kind::record;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (shape.fields.push_back({name_of_field<T, I>(), &shape_of<Field<T, I>>()}), ...);
    }
    (std::make_index_sequence<count_fields<T>()>());
  } else {
    shape.kind = is == Category::optional ? Kind::optional : Kind::list;
    shape.element = &shape_of<Element<T>>();
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
