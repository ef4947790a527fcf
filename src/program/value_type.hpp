// Which types the values of a model may have, and what is said of another one: each is a static_assert of one
// sentence, said once for each type.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "author/draw.hpp"
#include "author/id.hpp"
#include "program/reflection.hpp"

namespace conclave::codec {

enum class Category {
  identifier,
  place,
  port,
  draw,
  boolean,
  enumeration,
  number,
  text,
  optional,
  list,    // std::vector and std::deque
  array,   // of a fixed length
  sorted,  // std::set and std::map
  pair,
  record,
  pointer,
  fraction,
  unnamed,    // std::tuple and std::variant
  unordered,  // a container in an order that is none of its value
  unknown,
};

// What a class template is, by its arguments.
template <class T>
inline constexpr Category category_of_template = Category::unknown;
template <class T>
inline constexpr Category category_of_template<std::optional<T>> = Category::optional;
template <class T, class A>
inline constexpr Category category_of_template<std::vector<T, A>> = Category::list;
template <class T, class A>
inline constexpr Category category_of_template<std::deque<T, A>> = Category::list;
template <class T, std::size_t N>
inline constexpr Category category_of_template<std::array<T, N>> = Category::array;
template <class T, class C, class A>
inline constexpr Category category_of_template<std::set<T, C, A>> = Category::sorted;
template <class K, class T, class C, class A>
inline constexpr Category category_of_template<std::map<K, T, C, A>> = Category::sorted;
template <class A, class B>
inline constexpr Category category_of_template<std::pair<A, B>> = Category::pair;
template <class... T>
inline constexpr Category category_of_template<std::tuple<T...>> = Category::unnamed;
template <class... T>
inline constexpr Category category_of_template<std::variant<T...>> = Category::unnamed;
template <class T, class D>
inline constexpr Category category_of_template<std::unique_ptr<T, D>> = Category::pointer;
template <class T>
inline constexpr Category category_of_template<std::shared_ptr<T>> = Category::pointer;
template <class C, class T>
inline constexpr Category category_of_template<std::basic_string_view<C, T>> = Category::pointer;

template <class T>
concept HashContainer = requires {
  typename T::hasher;
  typename T::key_equal;
};

template <class T>
constexpr Category category() {
  if constexpr (std::is_same_v<T, Id>) return Category::identifier;
  if constexpr (std::is_same_v<T, Place>) return Category::place;
  if constexpr (std::is_same_v<T, Port>) return Category::port;
  if constexpr (std::is_same_v<T, Draw>) return Category::draw;
  if constexpr (std::is_same_v<T, bool>) return Category::boolean;
  if constexpr (std::is_same_v<T, std::string>) return Category::text;
  if constexpr (std::is_enum_v<T>) return Category::enumeration;
  if constexpr (std::is_integral_v<T>) return Category::number;
  if constexpr (std::is_floating_point_v<T>) return Category::fraction;
  if constexpr (std::is_pointer_v<T> || std::is_member_pointer_v<T>) return Category::pointer;
  if constexpr (HashContainer<T>) return Category::unordered;
  if constexpr (category_of_template<T> != Category::unknown) return category_of_template<T>;
  return std::is_aggregate_v<T> && std::is_class_v<T> ? Category::record : Category::unknown;
}

// In a std::set or std::map: is the order of the keys that of `<`, and is there one?
template <class T>
constexpr bool is_well_sorted() {
  if constexpr (category<T>() == Category::sorted) {
    using Key = typename T::key_type;
    using Order = typename T::key_compare;
    return std::is_same_v<Order, std::less<Key>> || std::is_same_v<Order, std::less<>>;
  } else {
    return true;
  }
}
template <class T>
constexpr bool has_sorted_keys() {
  if constexpr (category<T>() == Category::sorted) {
    return requires(const typename T::key_type& key) { static_cast<bool>(key < key); };
  } else {
    return true;
  }
}

template <class T>
constexpr Enumerators enumerators_in() {
  if constexpr (category<T>() == Category::enumeration)
    return enumerators_of<T>();
  else
    return Enumerators::known;
}
template <class T>
constexpr Fields fields_in() {
  if constexpr (category<T>() == Category::record)
    return fields_of<T>();
  else
    return Fields::known;
}

// Instantiated once for each type of value.
template <class T>
struct ValueType {
  static constexpr Category is = category<T>();
  static constexpr Fields fields = fields_in<T>();
  static constexpr Enumerators enumerators = enumerators_in<T>();
  static constexpr bool can_be_encoded =
      is < Category::record || (is == Category::record && fields == Fields::known);

  static_assert(is != Category::fraction,
                "a value of a model is no float or double, which are not exact; keep whole numbers");
  static_assert(is != Category::pointer,
                "a value of a model is no pointer, which says where something is in memory; keep the thing "
                "itself, or a std::string for a text");
  static_assert(
      is != Category::unnamed,
      "a std::tuple or std::variant does not name its parts; make it a struct, with std::optional for "
      "what is not always there");
  static_assert(is != Category::unordered,
                "an unordered container has an order that is no part of its value; keep a std::set or a "
                "std::map");
  static_assert(is != Category::unknown,
                "a value of a model is a bool, a whole number, an enumeration, an Id, a Place, a Port, a "
                "std::string, a std::optional, std::vector, std::deque, std::array, std::set, std::map or "
                "std::pair of values, or a struct of them, without constructors and private fields");
  static_assert(fields != Fields::with_array, "a value of a model is no built-in array; keep a std::array");
  static_assert(
      fields != Fields::with_base,
      "a struct of a model has no base class, unless BOOST_DESCRIBE_STRUCT(T, (bases), (fields)) names "
      "what is in it; or make the base its first field");
  static_assert(fields != Fields::not_assignable,
                "a field of a model is no reference and not const, because its value is set");
  static_assert(fields != Fields::too_many,
                "a struct of a model has at most 100 fields; divide it into structs");
  static_assert(
      fields != Fields::not_all_described,
      "BOOST_DESCRIBE_STRUCT(T, (bases), (fields)) must name every field of this struct, or be left out");
  static_assert(enumerators != Enumerators::not_all_described,
                "BOOST_DESCRIBE_ENUM(T, enumerators) must name every enumerator, or be left out");
  static_assert(enumerators != Enumerators::without_type,
                "an enumeration of a model is an `enum class`, or says its type, as in `enum Kind : int`");
  static_assert(
      enumerators != Enumerators::out_of_range,
      "the enumerators of a model have values from 0 to 63; BOOST_DESCRIBE_ENUM(T, enumerators) names "
      "others");
  static_assert(is != Category::enumeration || sizeof(T) <= sizeof(std::int32_t),
                "an enumeration of a model is at most 32 bits wide");
  static_assert(is_well_sorted<T>(),
                "a std::set or std::map of a model is in the order of `<`, without a comparison of its own");
  static_assert(
      has_sorted_keys<T>(),
      "a std::set or std::map needs an order of what it is sorted by, and places, ports and structs "
      "without `<` have none; keep a std::vector");
};

}  // namespace conclave::codec
