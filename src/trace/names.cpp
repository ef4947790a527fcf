#include "trace/names.hpp"

#include <algorithm>
#include <array>
#include <boost/describe/enumerators.hpp>

#include "trace/trace.hpp"

namespace conclave {
namespace {

template <class E>
struct Named {
  E value;
  std::string_view name;
};

// The names of enumerations that are described where they are declared: their enumerators.
template <class E>
struct Names {
  static constexpr auto table = []<template <class...> class List, class... D>(List<D...>) {
    return std::array{Named<E>{D::value, D::name}...};
  }(boost::describe::describe_enumerators<E>{});
};

template <>
struct Names<Step::Kind> {
  using enum Step::Kind;
  static constexpr std::array<Named<Step::Kind>, 10> table{{{start, "start"},
                                                            {own, "own"},
                                                            {deliver, "receive"},
                                                            {miss, "miss"},
                                                            {lose, "lose"},
                                                            {duplicate, "duplicate"},
                                                            {crash, "crash"},
                                                            {recover, "recover"},
                                                            {forge, "forge"},
                                                            {round, "round"}}};
};

template <>
struct Names<RoundEvent::Kind> {
  using enum RoundEvent::Kind;
  static constexpr std::array<Named<RoundEvent::Kind>, 8> table{{{start, "start"},
                                                                 {crash, "crash"},
                                                                 {withhold, "withhold"},
                                                                 {recover, "recover"},
                                                                 {forge, "forge"},
                                                                 {lose, "lose"},
                                                                 {delay, "delay"},
                                                                 {choose, "choose"}}};
};

template <>
struct Names<TraceMessage::Fate> {
  using enum TraceMessage::Fate;
  static constexpr std::array<Named<TraceMessage::Fate>, 5> table{
      {{arrives, "arrives"}, {lost, "lost"}, {late, "late"}, {vanishes, "vanishes"}, {forged, "forged"}}};
};

template <>
struct Names<Extreme> {
  static constexpr std::array<Named<Extreme>, 2> table{{{Extreme::min, "min"}, {Extreme::max, "max"}}};
};

template <>
struct Names<Taken> {
  static constexpr std::array<Named<Taken>, 3> table{
      {{Taken::choose, "choose"}, {Taken::toss, "toss"}, {Taken::draw, "draw"}}};
};

}  // namespace

template <class E>
std::string_view name_of(E value) {
  const auto at = std::ranges::find(Names<E>::table, value, &Named<E>::value);
  return at == Names<E>::table.end() ? "?" : at->name;
}

template <class E>
std::optional<E> called(std::string_view name) {
  const auto at = std::ranges::find(Names<E>::table, name, &Named<E>::name);
  return at == Names<E>::table.end() ? std::nullopt : std::optional(at->value);
}

template <class E>
std::string all_names() {
  std::string text;
  for (const auto& named : Names<E>::table) {
    const bool is_last = &named == &Names<E>::table.back();
    text += (text.empty() ? "" : is_last ? " and " : ", ") + std::string(named.name);
  }
  return text;
}

#define CONCLAVE_NAMES(E)                             \
  template std::string_view name_of(E);               \
  template std::optional<E> called(std::string_view); \
  template std::string all_names<E>();
CONCLAVE_NAMES(Network)
CONCLAVE_NAMES(Fairness)
CONCLAVE_NAMES(Step::Kind)
CONCLAVE_NAMES(RoundEvent::Kind)
CONCLAVE_NAMES(TraceMessage::Fate)
CONCLAVE_NAMES(Extreme)
CONCLAVE_NAMES(Taken)
#undef CONCLAVE_NAMES

std::string list_of(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

}  // namespace conclave
