// What is said of a scenario, against the naive checker and against the run without reductions.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>

#include "oracle/against_none.hpp"
#include "oracle/compare.hpp"
#include "scenario/instances.hpp"

namespace conclave::testing {

// The scenario's own reductions are none, because the counts of each instance are compared, too.
inline void check_against_both(const Scenario& scenario) {
  Instances instances(scenario);
  for (Instance instance; instances.next(instance);) {
    const auto comparison = naive::compare(scenario, instance, {.configurations = 20000, .thorough = false});
    CHECK(comparison.explored);
    CHECK(comparison.difference == "");
  }
  const AgainstNone found = against_none(scenario, {.memory = std::size_t{64} << 20});
  CHECK(found.compared);
  CHECK(found.difference == "");
}

}  // namespace conclave::testing
