// All instances of a scenario together: what tests of whole algorithms look at.
#pragma once

#include "engine/run/explorer.hpp"

namespace conclave::testing {

struct Survey {
  std::uint64_t orders = 0, instances = 0, states = 0, transitions = 0, quiescent = 0;
  std::int64_t min = -1, max = 0;  // messages; -1: unbounded
  std::int64_t sum = 0;            // of every order's largest number
  // By property, the shortest execution that violates it; a lasso only where there is nothing else.
  std::array<std::optional<Path>, most_properties> violations;

  bool violates(PropertyId id) const { return violations[static_cast<std::size_t>(id)].has_value(); }
};

inline Survey survey(const Scenario& scenario) {
  Limits limits(std::size_t{1} << 30);
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  Survey all;
  while (instances.next(instance)) {
    const InstanceResult result = explorer.explore(instance);
    ++all.instances;
    const auto orders = instance.orders.to_uint64();
    all.orders += orders;
    all.states += result.states;
    all.transitions += result.transitions;
    all.quiescent += result.quiescent;
    const Extremes& sent = result.costs.at(Costs::messages);
    if (sent.min && (all.min < 0 || *sent.min < all.min)) all.min = *sent.min;
    all.max = !sent.max || all.max < 0 ? -1 : std::max(all.max, *sent.max);
    all.sum = all.max < 0 ? -1 : all.sum + static_cast<std::int64_t>(orders) * *sent.max;
    for (std::size_t p = 0; p < most_properties; ++p) {
      const auto& found = result.violations[p];
      auto& best = all.violations[p];
      const auto rank = [](const Path& path) {
        return std::pair(path.loop.has_value(), path.loop.value_or(path.steps.size()));
      };
      if (found && (!best || rank(*found) < rank(*best))) best = found;
    }
  }
  return all;
}

}  // namespace conclave::testing
