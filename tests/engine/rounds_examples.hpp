// Models in lock step that are so small that everything can be counted by hand: what their tests share.
#pragma once

#include <doctest/doctest.h>

#include "author/model.hpp"
#include "engine/run/explorer.hpp"
#include "scenario/objection.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing::rounds {

constexpr About in_rounds(std::string_view topology) {
  return {.name = "example",
          .summary = "a test",
          .source = "test",
          .network = Network::rounds,
          .topology = topology,
          .initiators = Initiative::all,
          .processes = {1, 3}};
}

struct Nothing {
  bool nothing;
};
BOOST_DESCRIBE_STRUCT(Nothing, (), (nothing))

template <class M>
const Model& model() {
  static const Model model = make_model<M>();
  return model;
}

template <class M>
Scenario of(int n, const Faults& faults = {}, const Initiators& initiators = all()) {
  Scenario scenario = on(model<M>(), std::string(M::about.topology), n);
  scenario.faults = faults;
  scenario.initiators = initiators;
  scenario.identifiers = equal();
  return scenario;
}

// Each instance.
inline std::vector<InstanceResult> explored(const Scenario& scenario) {
  REQUIRE_FALSE(objection_to(scenario));
  Limits limits(std::size_t{1} << 28);
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  std::vector<InstanceResult> results;
  while (instances.next(instance)) results.push_back(explorer.explore(instance));
  return results;
}

inline InstanceResult one(const Scenario& scenario) {
  const auto results = explored(scenario);
  REQUIRE(results.size() == 1);
  return results.front();
}

using Counted = std::array<std::uint64_t, 3>;  // configurations, transitions, resting ones

inline Counted counted(const InstanceResult& result) {
  return {result.states, result.transitions, result.quiescent};
}
template <class M>
Counted counted(int n, const Faults& faults = {}, const Initiators& initiators = all()) {
  return counted(one(of<M>(n, faults, initiators)));
}

template <class M>
Extremes cost(const InstanceResult& result, const std::string& name) {
  return result.costs.at(*Costs(*model<M>().program).find(name));
}

using Length = std::optional<std::size_t>;
template <class M>
Length length(const InstanceResult& result, std::string_view property) {
  const auto at = std::ranges::find(model<M>().properties, property, &Property::name);
  REQUIRE(at != model<M>().properties.end());
  const auto& path = result.violations[static_cast<std::size_t>(at->id)];
  return path ? Length(path->steps.size()) : std::nullopt;
}

}  // namespace conclave::testing::rounds
