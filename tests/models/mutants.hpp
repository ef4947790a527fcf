// What tests of broken variants share.
#pragma once

#include <doctest/doctest.h>

#include <set>

#include "engine/survey.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {

constexpr About mutant(std::string_view name, Network network, Initiative initiators) {
  return {.name = name,
          .summary = "broken on purpose",
          .source = "test",
          .network = network,
          .topology = "ring",
          .initiators = initiators,
          .processes = {1, 3}};
}

// Is the property violated on some ring of up to three processes?
inline bool caught(const Model& model, PropertyId property) {
  for (int n = 1; n <= 3; ++n) {
    if (survey(on_ring(model, n)).violates(property)) return true;
  }
  return false;
}

// The first property that fails, if any does.
inline std::string_view first_violated(const Model& model, int largest) {
  for (int n = 1; n <= largest; ++n) {
    Scenario scenario = on_ring(model, n);
    scenario.reduction.symmetry = true;
    const Survey found = survey(scenario);
    for (const Property& p : model.properties) {
      if (found.violates(p.id)) return p.name;
    }
  }
  return "none";
}

// All properties that fail on up to so many processes, one after the other.
inline std::string all_violated(const Model& model, const std::string& topology, int largest,
                                const Faults& faults = {}) {
  std::set<PropertyId> violated;
  for (int n = 1; n <= largest; ++n) {
    Scenario scenario = on(model, topology, n);
    scenario.faults = faults;
    const Survey found = survey(scenario);
    for (const Property& p : model.properties) {
      if (found.violates(p.id)) violated.insert(p.id);
    }
  }
  std::string names;
  for (const Property& p : model.properties) {
    if (violated.contains(p.id)) names += (names.empty() ? "" : " ") + std::string(p.name);
  }
  return names;
}

}  // namespace conclave::testing
