// Few rules in place of a table with many cases: a table is divided by what matters, until all cases of a
// part have the same outcome.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "proof/rule.hpp"

namespace conclave::proof {

// A case, with its outcome in a form that several cases may share.
template <class Outcome>
struct Item {
  const Parts* control;           // by variable: its value, or whether it holds an identifier
  const std::vector<int>* ranks;  // by slot; -1: there is none
  Outcome outcome;
};

// What a test says of a case.
inline bool passes(const Test& test, const Parts& control, const std::vector<int>& ranks) {
  switch (test.of) {
    case Test::Of::value:
      return (control[test.first] == static_cast<std::int32_t>(test.second)) == test.positive;
    case Test::Of::name:
      return (control[test.first] != 0) == test.positive;
    case Test::Of::less:
      return (ranks[test.first] < ranks[test.second]) == test.positive;
    case Test::Of::equal:
      return (ranks[test.first] == ranks[test.second]) == test.positive;
  }
  return false;
}

// The same guard in fewer words: two of <, = and > that do not hold are the third that does.
std::vector<Test> simplified(std::vector<Test> guard);

// Join is a function of two outcomes: what they have in common, or nothing.
template <class Outcome, class Join>
class Decisions {
 public:
  struct Leaf {
    std::vector<Test> guard;
    Outcome outcome;
  };

  // `variables` says which of them hold identifiers.
  Decisions(const std::vector<Variable>& variables, Join join)
      : variables_(variables), join_(std::move(join)) {}

  std::vector<Leaf> divide(std::vector<Item<Outcome>> items) {
    leaves_.clear();
    if (!items.empty()) grow(std::move(items), {});
    return std::move(leaves_);
  }

 private:
  using Items = std::vector<Item<Outcome>>;

  std::optional<Outcome> common(const Items& items) const {
    std::optional<Outcome> all = items.front().outcome;
    for (std::size_t at = 1; at < items.size() && all; ++at) all = join_(*all, items[at].outcome);
    return all;
  }

  // Into how many groups of a common outcome cases fall, roughly.
  std::size_t groups(const Items& items) const {
    std::deque<Outcome> groups;
    for (const auto& item : items) {
      bool joins = false;
      for (Outcome& group : groups) {
        if (auto joined = join_(group, item.outcome)) {
          group = *std::move(joined);
          joins = true;
          break;
        }
      }
      if (!joins) groups.push_back(item.outcome);
    }
    return groups.size();
  }

  static std::pair<Items, Items> split(const Items& items, const Test& test) {
    std::pair<Items, Items> parts;
    for (const auto& item : items)
      (passes(test, *item.control, *item.ranks) ? parts.first : parts.second).push_back(item);
    return parts;
  }

  std::vector<Test> tests(const Items& items) const {
    std::vector<Test> tests;
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      std::set<std::int32_t> values;
      for (const auto& item : items) values.insert((*item.control)[v]);
      if (values.size() < 2) continue;
      if (variables_[v].is_name) {
        tests.push_back({.of = Test::Of::name, .first = v});
      } else {
        for (const std::int32_t value : values)
          tests.push_back({.of = Test::Of::value, .first = v, .second = static_cast<std::size_t>(value)});
      }
    }
    const std::size_t slots = items.front().ranks->size();
    const auto is_seen = [&](std::size_t slot) {
      return std::ranges::all_of(items, [&](const auto& item) { return (*item.ranks)[slot] >= 0; });
    };
    for (std::size_t a = 0; a < slots; ++a) {
      for (std::size_t b = a + 1; b < slots; ++b) {
        if (!is_seen(a) || !is_seen(b)) continue;
        tests.push_back({.of = Test::Of::equal, .first = a, .second = b});
        tests.push_back({.of = Test::Of::less, .first = a, .second = b});
        tests.push_back({.of = Test::Of::less, .first = b, .second = a});
      }
    }
    return tests;
  }

  void grow(Items items, std::vector<Test> guard) {
    if (auto outcome = common(items)) {
      leaves_.push_back({simplified(std::move(guard)), *std::move(outcome)});
      return;
    }
    // What divides best leaves the most cases decided, and else the fewest groups.
    std::optional<Test> best;
    std::pair<std::size_t, std::size_t> least;
    for (const Test& test : tests(items)) {
      const auto [yes, no] = split(items, test);
      if (yes.empty() || no.empty()) continue;
      std::size_t open = 0;
      for (const Items* part : {&yes, &no}) open += common(*part) ? 0 : part->size();
      const std::pair worth(open, groups(yes) + groups(no));
      if (!best || worth < least) {
        best = test;
        least = worth;
      }
    }
    if (!best) throw std::logic_error("two cases that no test tells apart have no outcome in common");
    for (const bool positive : {true, false}) {
      best->positive = positive;
      Test test = *best;
      auto part = split(items, test).first;
      std::vector<Test> further = guard;
      further.push_back(test);
      grow(std::move(part), std::move(further));
    }
  }

  const std::vector<Variable>& variables_;
  const Join join_;
  std::vector<Leaf> leaves_;
};

}  // namespace conclave::proof
