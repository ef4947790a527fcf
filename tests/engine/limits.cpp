#include "program/limits.hpp"

#include <doctest/doctest.h>

#include "engine/run/explorer.hpp"
#include "engine/storage/array.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

TEST_SUITE_BEGIN("engine");

TEST_CASE("memory is charged up to the limit and not beyond") {
  Limits limits(1000);
  limits.charge(1000);
  limits.charge(-400);
  limits.charge(400);
  CHECK_NOTHROW(limits.poll());
  CHECK_THROWS_AS(limits.charge(1), LimitReached);
  CHECK(limits.reason() == StopReason::memory);
  CHECK_THROWS_AS(limits.poll(), LimitReached);
  limits.stop(StopReason::time);
  CHECK(limits.reason() == StopReason::memory);  // the first reason stays
}

TEST_CASE("an array gives back what it was charged") {
  Limits limits(4096);
  for (int again = 0; again < 100; ++again) {
    Array<std::uint64_t> array(limits);
    for (std::uint64_t i = 0; i < 300; ++i) array.push_back(i);
    REQUIRE(array[299] == 299);
  }
  Array<std::uint64_t> array(limits);
  CHECK_THROWS_AS(array.reserve(513), LimitReached);
}

namespace {

InstanceResult explore_within(std::size_t bytes, const Scenario& scenario, bool store_graph) {
  Limits limits(bytes);
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  return explorer.explore(instance, {.witness = {}, .always_store_graph = store_graph});
}

}  // namespace

TEST_CASE("too little memory: an incomplete result that says so") {
  const Scenario scenario = on_ring(*find_model("chang-roberts"), 9);
  for (const bool store_graph : {false, true}) {
    const InstanceResult result = explore_within(std::size_t{1} << 20, scenario, store_graph);
    CHECK(result.stopped == StopReason::memory);
    CHECK(result.states > 1000);
    CHECK(result.transitions > 0);
    CHECK(result.costs.empty());
    CHECK(!result.violated());
  }
}

// In this much memory the configurations have no room in whole words.
TEST_CASE("where memory gets scarce, configurations are packed closer, and all is counted as before") {
  Scenario scenario = on_ring(*find_model("chang-roberts"), 8);
  scenario.identifiers = order({8, 7, 6, 5, 4, 3, 2, 1});
  scenario.reduction.independence = false;
  std::uint64_t states = 785'664;
  std::size_t megabytes = 14;
  SUBCASE("on bag") { scenario.network = Network::bag; }
  SUBCASE("how many have crashed is a value that nobody has counted") {
    scenario.faults.crash = 3;
    states = 1'593'891;
    megabytes = 36;
  }
  const InstanceResult expected = explore_within(std::size_t{1} << 30, scenario, false);
  const InstanceResult found = explore_within(megabytes << 20, scenario, false);
  CHECK(expected.states == states);
  CHECK(found.stopped == StopReason::none);
  CHECK(found.states == expected.states);
  CHECK(found.transitions == expected.transitions);
  CHECK(found.quiescent == expected.quiescent);
  CHECK(found.costs == expected.costs);
  CHECK(found.violated() == expected.violated());
}

TEST_CASE("a limit that another thread reached ends this one") {
  const Scenario scenario = on_ring(*find_model("chang-roberts"), 9);
  Limits limits(std::size_t{1} << 30);
  Explorer explorer(scenario, limits);
  limits.stop(StopReason::interrupted);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  const InstanceResult result = explorer.explore(instance);
  CHECK(result.stopped == StopReason::interrupted);
  CHECK(result.costs.empty());
}

TEST_SUITE_END();
