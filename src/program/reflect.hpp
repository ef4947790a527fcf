// Values of a model (local states, messages) as flat integers and as JSON, from their Boost.Describe
// description.
//
// Supported: bool, integers, described enumerations, Id, Place, std::optional, std::vector, and described
// structs of these. The flat form is a bijection: equal values have equal words, so words can be interned,
// hashed and ordered.
#pragma once

#include <algorithm>
#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <boost/pfr/tuple_size.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "author/id.hpp"

namespace conclave {

// A value as integers; lexicographic order is the canonical order of values.
using Encoded = std::vector<std::int32_t>;
using Json = nlohmann::ordered_json;

namespace reflect {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T, class A>
inline constexpr bool is_vector<std::vector<T, A>> = true;

// An identifier or a place as it is packed.
inline std::int32_t code_of(Id id) { return id.code(); }
inline std::int32_t code_of(Place place) { return place.value(); }

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

// An enumerator's name; an underscore at its end, as in `static_`, is there only for C++.
inline std::string enumerator_name(std::string_view name) {
  return std::string(name.ends_with('_') ? name.substr(0, name.size() - 1) : name);
}

template <class T>
void encode(const T& value, Encoded& out) {
  if constexpr (std::is_same_v<T, Id> || std::is_same_v<T, Place>) {
    out.push_back(code_of(value));
  } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    static_assert(sizeof(T) <= sizeof(std::int32_t), "fields of a model are at most 32 bits wide");
    out.push_back(static_cast<std::int32_t>(value));
  } else if constexpr (is_optional<T>) {
    out.push_back(value.has_value());
    if (value) encode(*value, out);
  } else if constexpr (is_vector<T>) {
    out.push_back(static_cast<std::int32_t>(value.size()));
    for (const auto& element : value) encode(element, out);
  } else {
    for_each_member<T>([&](auto member) { encode(value.*member.pointer, out); });
  }
}

template <class T>
Encoded encode(const T& value) {
  Encoded out;
  encode(value, out);
  return out;
}

template <class T>
T decode(const std::int32_t*& at) {
  if constexpr (std::is_same_v<T, Id> || std::is_same_v<T, Place> || std::is_enum_v<T> ||
                std::is_integral_v<T>) {
    return static_cast<T>(*at++);
  } else if constexpr (is_optional<T>) {
    if (*at++ == 0) return std::nullopt;
    return decode<typename T::value_type>(at);
  } else if constexpr (is_vector<T>) {
    T value(static_cast<std::size_t>(*at++));
    for (auto& element : value) element = decode<typename T::value_type>(at);
    return value;
  } else {
    T value{};
    for_each_member<T>([&](auto member) {
      value.*member.pointer = decode<std::decay_t<decltype(value.*member.pointer)>>(at);
    });
    return value;
  }
}

template <class T>
T decode(const Encoded& words) {
  const std::int32_t* at = words.data();
  return decode<T>(at);
}

// Is it known which values there are, once the identifiers are?
template <class T>
constexpr bool is_enumerable() {
  if constexpr (std::is_same_v<T, Id> || std::is_same_v<T, Place> || std::is_same_v<T, bool> ||
                std::is_enum_v<T>) {
    return !std::is_same_v<T, Port>;
  } else if constexpr (is_optional<T>) {
    return is_enumerable<typename T::value_type>();
  } else if constexpr (std::is_integral_v<T> || is_vector<T>) {
    return false;
  } else {
    bool all = true;
    boost::mp11::mp_for_each<members<T>>([&](auto member) {
      all = all && is_enumerable<std::decay_t<decltype(std::declval<T>().*member.pointer)>>();
    });
    return all;
  }
}

// All values of an enumerable type, where the processes have these identifiers, by place.
template <class T>
std::vector<T> every_value(const std::vector<Id>& ids) {
  std::vector<T> values;
  if constexpr (std::is_same_v<T, Id>) {
    values = ids;
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
  } else if constexpr (std::is_same_v<T, Place>) {
    for (std::size_t i = 0; i < ids.size(); ++i) values.emplace_back(static_cast<std::int32_t>(i));
  } else if constexpr (std::is_same_v<T, bool>) {
    values = {false, true};
  } else if constexpr (std::is_enum_v<T>) {
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>(
        [&](auto enumerator) { values.push_back(enumerator.value); });
  } else if constexpr (is_optional<T>) {
    values.emplace_back();
    for (const auto& value : every_value<typename T::value_type>(ids)) values.emplace_back(value);
  } else {
    values.emplace_back();
    for_each_member<T>([&](auto member) {
      using Field = std::decay_t<decltype(std::declval<T>().*member.pointer)>;
      std::vector<T> longer;
      for (const T& value : values) {
        for (const auto& field : every_value<Field>(ids)) {
          longer.push_back(value);
          longer.back().*member.pointer = field;
        }
      }
      values = std::move(longer);
    });
  }
  return values;
}

template <class T>
Json to_json(const T& value) {
  if constexpr (std::is_same_v<T, Id> || std::is_same_v<T, Place>) {
    return code_of(value);
  } else if constexpr (std::is_enum_v<T>) {
    return enumerator_name(boost::describe::enum_to_string(value, "?"));
  } else if constexpr (std::is_integral_v<T>) {
    return value;
  } else if constexpr (is_optional<T>) {
    return value ? to_json(*value) : Json(nullptr);
  } else if constexpr (is_vector<T>) {
    Json list = Json::array();
    for (const auto& element : value) list.push_back(to_json(element));
    return list;
  } else {
    Json object = Json::object();
    for_each_member<T>([&](auto member) { object[member.name] = to_json(value.*member.pointer); });
    return object;
  }
}

}  // namespace reflect
}  // namespace conclave
