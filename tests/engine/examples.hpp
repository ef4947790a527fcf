// What tests with small models of their own share.
#pragma once

#include <doctest/doctest.h>

#include "oracle/compare.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {

constexpr About example(Network network) {
  return {.name = "example",
          .summary = "a test",
          .source = "test",
          .network = network,
          .topology = "ring",
          .initiators = Initiative::all,
          .processes = {1, 2}};
}

// What the engine finds in every instance, which the naive checker must confirm.
inline std::vector<InstanceResult> explore_checked(const Scenario& scenario) {
  Limits limits(std::size_t{1} << 28);
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  std::vector<InstanceResult> results;
  while (instances.next(instance)) {
    INFO(describe(scenario, instance));
    CHECK(naive::compare(scenario, instance, {}).difference == "");
    results.push_back(explorer.explore(instance, {.time = true, .witness = {}}));
  }
  return results;
}

inline const std::optional<Path>& violation(const InstanceResult& result, PropertyId id) {
  return result.violations[static_cast<std::size_t>(id)];
}
// Of a model's own property, by its name.
inline const std::optional<Path>& violation(const InstanceResult& result, const Model& model,
                                            std::string_view name) {
  const auto at = std::ranges::find(model.properties, name, &Property::name);
  REQUIRE(at != model.properties.end());
  return violation(result, at->id);
}

}  // namespace conclave::testing
