// The first instance of a scenario, explored in one way or another.
#pragma once

#include <doctest/doctest.h>

#include "engine/passes/parallel/threads.hpp"
#include "engine/run/explorer.hpp"
#include "scenario/instances.hpp"

namespace conclave::testing {

struct How {
  bool store_graph = false;
  int threads = 1;  // of several, the others join after a few configurations
};

inline InstanceResult explore(const Scenario& scenario, Limits& limits, const How& how = {}) {
  const LimitsInForce in_force(&limits);
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  SpareThreads spare(how.threads - 1);
  return explorer.explore(
      instance, {.witness = {}, .spare = &spare, .large = 16, .always_store_graph = how.store_graph});
}

}  // namespace conclave::testing
