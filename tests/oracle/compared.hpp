// Models on their instances, the engine against the naive checker.
#pragma once

#include <doctest/doctest.h>

#include <set>

#include "oracle/compare.hpp"
#include "program/parameters.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"

namespace conclave::testing {

struct Compared {
  int instances = 0;
  int timed = 0;
  int divided = 0;
  int too_large = 0;

  void operator+=(const Compared& other) {
    instances += other.instances;
    timed += other.timed;
    divided += other.divided;
    too_large += other.too_large;
  }
};

// Of the instances of a scenario those are compared that come first, and then one in so many.
inline constexpr int first_compared = 4;
inline const int then_compared = thorough ? 1 : 7;

inline Compared compare_all(const Scenario& scenario, const naive::Caps& caps) {
  Instances instances(scenario);
  Instance instance;
  Compared compared;
  for (int number = 0; instances.next(instance); ++number) {
    if (number >= first_compared && number % then_compared != 0) continue;
    const auto comparison = naive::compare(scenario, instance, caps);
    INFO(describe(scenario, instance));
    CHECK(comparison.difference == "");
    ++(comparison.explored ? compared.instances : compared.too_large);
    compared.timed += comparison.timed ? 1 : 0;
    compared.divided += comparison.divided ? 1 : 0;
  }
  return compared;
}

// For one of many scenarios: nothing if it is not tried.
inline Compared compare_if_tried(const Scenario& scenario, const naive::Caps& caps) {
  return is_tried() ? compare_all(scenario, caps) : Compared{};
}

inline bool is_for(const Model& model, std::string_view topology) { return model.about.topology == topology; }

inline std::vector<std::string> topologies_for(const Model& model) {
  if (is_for(model, "tree")) return {"tree", "line", "star"};
  if (is_for(model, "connected")) return {"connected", "tree", "complete", "line", "star", "ring"};
  return {std::string(model.about.topology)};
}

// Every value of every parameter that has words for its values, one parameter at a time; first the standard
// ones.
inline std::vector<Encoded> parameters_of(const Model& model) {
  const Program& program = *model.program;
  std::set<Encoded> all{program.standard_parameters()};
  const auto parameters = conclave::parameters(program);
  for (std::size_t which = 0; which < parameters.size(); ++which) {
    for (const std::string& word : parameters[which].words) {
      Encoded values = program.standard_parameters();
      REQUIRE(set_parameter(program, values, which, word));
      all.insert(values);
    }
  }
  return {all.begin(), all.end()};
}

inline std::vector<Identifiers> identifiers_for(const Model& model, int n) {
  std::vector<Identifiers> all{every_order()};
  if (!model.about.distinct) all.insert(all.end(), {duplicates(), equal()});
  if (n == 3) all.push_back(order({4, 1, 3}));
  return all;
}

// One order of each class: that the others are alike is another test's business.
inline bool by_classes(int n) { return n >= 3; }

}  // namespace conclave::testing
