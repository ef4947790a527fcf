// The fields of a struct and the enumerators of an enumeration, without a list of them. Boost.PFR counts and
// binds the fields of an aggregate. Their names are read off what the compiler calls a pointer to a field of
// an object that nobody defines, as Boost.PFR does from 1.84 on (boost/pfr/detail/core_name20_static.hpp);
// those of enumerators off what it calls a value, as magic_enum does. A list that the author gives to
// Boost.Describe goes first.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <boost/pfr/core.hpp>
#include <boost/pfr/tuple_size.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace conclave::codec {

template <class T>
inline constexpr bool is_described = boost::describe::has_describe_members<T>::value;
template <class T>
using described =
    boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;

// What stands for any base of T, for any field, and for any field of T or of a base, where an aggregate is
// initialised.
template <class T>
struct AnyBase {
  template <class Base>
  requires(std::is_base_of_v<Base, T> && !std::is_same_v<Base, T>) operator Base() const {
    __builtin_unreachable();
  }
};
struct AnyField {
  template <class Field>
  operator Field&() const& {
    __builtin_unreachable();
  }
  template <class Field>
  operator Field&() const&& {
    __builtin_unreachable();
  }
};
template <class T>
struct AnyOther {
  template <class Field>
  requires(!std::is_base_of_v<Field, T>) operator Field&() const& { __builtin_unreachable(); }
  template <class Field>
  requires(!std::is_base_of_v<Field, T>) operator Field&() const&& { __builtin_unreachable(); }
};

template <class T>
constexpr bool has_base() {
  return requires { T{AnyBase<T>{}}; };
}

// How many fields there are, those of bases included, whose braces are left out.
template <class T, std::size_t Known = 0>
constexpr std::size_t count_with_bases() {
  constexpr bool has_more = []<std::size_t... I>(std::index_sequence<I...>) {
    return requires { T{(static_cast<void>(I), AnyOther<T>{})...}; };
  }
  (std::make_index_sequence<Known + 1>());
  if constexpr (has_more)
    return count_with_bases<T, Known + 1>();
  else
    return Known;
}

// Is what comes after so many initialisers, and before so many others, a field like `int seen[3]`? Where the
// braces of its elements are left out, each of them counts as a field.
template <class T, std::size_t... Before, std::size_t... After>
constexpr bool is_array_between(std::index_sequence<Before...>, std::index_sequence<After...>) {
  const bool takes_two = requires {
    T{(static_cast<void>(Before), AnyField{})..., {AnyField{}, AnyField{}}};
  };
  const bool takes_the_others = requires {
    T{(static_cast<void>(Before), AnyField{})...,
      {AnyField{}, AnyField{}},
      (static_cast<void>(After), AnyField{})...};
  };
  return takes_two && !takes_the_others;
}

// How many fields an aggregate has, where each element of an array counts; 0 where that cannot be told.
template <class T>
constexpr std::size_t count_fields() {
  if constexpr (is_described<T>) {
    return boost::mp11::mp_size<described<T>>::value;
  } else if constexpr (std::is_empty_v<T> || has_base<T>() || !std::is_move_assignable_v<T>) {
    return 0;
  } else {
    return boost::pfr::tuple_size_v<T>;
  }
}
inline constexpr std::size_t most_fields = 100;  // that Boost.PFR can bind

template <class T, std::size_t I>
constexpr auto type_of_field() {
  if constexpr (is_described<T>) {
    using Pointer = decltype(boost::mp11::mp_at_c<described<T>, I>::pointer);
    return std::type_identity<
        std::remove_reference_t<decltype(std::declval<T>().*std::declval<Pointer>())>>{};
  } else {
    return std::type_identity<boost::pfr::tuple_element_t<I, T>>{};
  }
}
template <class T, std::size_t I>
using Field = typename decltype(type_of_field<T, I>())::type;

template <class T, std::size_t... I>
constexpr bool has_array_field(std::index_sequence<I...>) {
  return (false || ... || std::is_array_v<Field<T, I>>);
}
template <class T, std::size_t... I>
constexpr bool has_array_of_several(std::index_sequence<I...>) {
  return (
      false || ... ||
      is_array_between<T>(std::make_index_sequence<I>(), std::make_index_sequence<sizeof...(I) - I - 1>()));
}
template <class T>
constexpr bool has_built_in_array() {
  using Each = std::make_index_sequence<count_fields<T>()>;
  if constexpr (is_described<T>)
    return has_array_field<T>(Each());
  else if constexpr (has_array_of_several<T>(Each()))
    return true;
  else if constexpr (count_fields<T>() > most_fields)
    return false;
  else
    return has_array_field<T>(Each());
}

// What is known of the fields of an aggregate.
enum class Fields { known, not_all_described, with_base, with_array, not_assignable, too_many };
template <class T>
constexpr Fields fields_of() {
  if constexpr (std::is_empty_v<T>) {
    return Fields::known;
  } else if constexpr (has_base<T>() && !is_described<T>) {
    return Fields::with_base;
  } else if constexpr (!std::is_move_assignable_v<T>) {
    return Fields::not_assignable;
  } else if constexpr (has_built_in_array<T>()) {
    return Fields::with_array;
  } else if constexpr (is_described<T>) {
    return count_fields<T>() == count_with_bases<T>() ? Fields::known : Fields::not_all_described;
  } else {
    return count_fields<T>() <= most_fields ? Fields::known : Fields::too_many;
  }
}

template <class T, class F>
constexpr void for_each_field(T& value, F&& f) {
  if constexpr (is_described<std::remove_const_t<T>>) {
    boost::mp11::mp_for_each<described<std::remove_const_t<T>>>([&](auto field) { f(value.*field.pointer); });
  } else if constexpr (!std::is_empty_v<T>) {
    boost::pfr::for_each_field(value, f);
  }
}

// Nobody defines this object: only the addresses of its fields are named.
template <class T>
struct Somewhere {
  const T value;
};
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif
template <class T>
extern const Somewhere<T> somewhere;

struct Address {
  const void* of;
};
template <auto... Values>
constexpr const char* called() {
  return __PRETTY_FUNCTION__;
}

// The name at the end of what the compiler calls something, before brackets; empty if there is a number.
constexpr std::string_view last_name(std::string_view called) {
  while (!called.empty() && std::string_view(")}>] ").find(called.back()) != std::string_view::npos)
    called.remove_suffix(1);
  std::size_t begin = called.size();
  const auto is_letter = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  while (begin > 0 && is_letter(called[begin - 1])) --begin;
  called.remove_prefix(begin);
  return called.empty() || (called.front() >= '0' && called.front() <= '9') ? std::string_view() : called;
}

template <class T, std::size_t I>
std::string_view name_of_field() {
  if constexpr (is_described<T>) {
    return boost::mp11::mp_at_c<described<T>, I>::name;
  } else {
    static constexpr std::string_view name =
        last_name(called<Address{&boost::pfr::get<I>(somewhere<T>.value)}>());
    return name;
  }
}
#ifdef __clang__
#pragma clang diagnostic pop
#endif

// Takes the name of each of several values out of what the compiler calls `called` of them; it is empty where
// a value has none.
template <class F>
constexpr void for_each_name(std::string_view called, F&& f) {
  constexpr std::string_view begin = "Values = ";
  called.remove_prefix(called.find(begin) + begin.size() + 1);
  std::size_t from = 0;
  int depth = 0;  // of brackets
  for (std::size_t at = 0; depth >= 0; ++at) {
    const char c = called[at];
    if (c == '(' || c == '<' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == '}') --depth;
    if (depth > 0 || (depth == 0 && c != ',')) continue;
    f(last_name(called.substr(from, at - from)));
    from = at + 1;
  }
}
template <class Enum, int First, int... I>
constexpr std::string_view called_from(std::integer_sequence<int, I...>) {
  return called<static_cast<Enum>(First + I)...>();
}
template <class Enum, int First, int Count>
constexpr std::string_view called_from() {
  return called_from<Enum, First>(std::make_integer_sequence<int, Count>());
}
template <class Enum, int First, int Count>
constexpr std::size_t count_enumerators() {
  std::size_t count = 0;
  for_each_name(called_from<Enum, First, Count>(), [&](std::string_view name) { count += !name.empty(); });
  return count;
}

template <class Enum>
inline constexpr bool is_described_enum = boost::describe::has_describe_enumerators<Enum>::value;
// The values 0, 1, ... among which enumerators are looked for.
inline constexpr int enumerator_values = 64;

// What is known of the enumerators of an enumeration.
enum class Enumerators { known, not_all_described, without_type, out_of_range };
template <class Enum>
constexpr Enumerators enumerators_of() {
  if constexpr (is_described_enum<Enum>) {
    // If several have one value, they count once.
    constexpr std::size_t count = boost::mp11::mp_size<boost::describe::describe_enumerators<Enum>>::value;
    return count >= count_enumerators<Enum, 0, enumerator_values>() ? Enumerators::known
                                                                    : Enumerators::not_all_described;
  } else if constexpr (!requires { Enum{0}; }) {
    return Enumerators::without_type;  // What it can hold goes by its enumerators.
  } else {
    // Those far off are not seen; a value that has no name is noticed when it is kept or sent.
    const bool none_off = count_enumerators<Enum, -enumerator_values, enumerator_values>() == 0 &&
                          count_enumerators<Enum, enumerator_values, enumerator_values>() == 0;
    return none_off && count_enumerators<Enum, 0, enumerator_values>() > 0 ? Enumerators::known
                                                                           : Enumerators::out_of_range;
  }
}

template <class Enum, class F>
void for_each_enumerator(F&& f) {
  if constexpr (is_described_enum<Enum>) {
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Enum>>(
        [&](auto each) { f(std::string_view(each.name), static_cast<std::int32_t>(each.value)); });
  } else {
    std::int32_t value = 0;
    for_each_name(called_from<Enum, 0, enumerator_values>(), [&](std::string_view name) {
      if (!name.empty()) f(name, value);
      ++value;
    });
  }
}

}  // namespace conclave::codec
