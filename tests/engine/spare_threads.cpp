// Threads that have nothing to do help with an instance that is large (Task::spare).
#include <doctest/doctest.h>

#include "engine/counts.hpp"
#include "engine/passes/parallel/threads.hpp"
#include "engine/run/explorer.hpp"
#include "machine/machine.hpp"
#include "oracle/compared.hpp"
#include "program/watched.hpp"
#include "scenario/order_classes.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

namespace spare_threads {

constexpr std::size_t memory = std::size_t{64} << 20;
constexpr std::size_t little = std::size_t{1} << 17;  // what needs more is not compared

// What was asked about the order of identifiers: for which other orders a result counts, and how those are
// divided that are left.
auto questions(const Explorer& explorer) { return explorer.machine().asked().sorted_facts(); }

// Returns how many questions were asked about the order of identifiers in the first instances.
std::size_t compare(const Scenario& scenario) {
  Limits for_one(little);
  Limits for_many(memory);
  Explorer alone(scenario, for_one);
  Explorer many(scenario, for_many);
  Instances instances(scenario);
  Instance instance;
  std::size_t asked = 0;
  for (int i = 0; i < 6 && instances.next(instance); ++i) {
    const InstanceResult expected = alone.explore(instance);
    if (expected.stopped != StopReason::none) break;
    SpareThreads spare(1);
    const InstanceResult found = many.explore(instance, {.witness = {}, .spare = &spare, .large = 30});
    CAPTURE(describe(scenario, instance));
    CHECK(difference_in_counts(found, expected) == "");
    CHECK((questions(many) == questions(alone)));
    asked += questions(alone).size();
  }
  return asked;
}

}  // namespace spare_threads

}  // namespace

TEST_SUITE_BEGIN("parallel");

TEST_CASE("threads together ask of identifiers what one asks") {
  std::size_t asked = 0;
  for (const Network network : {Network::fifo, Network::bag}) {
    for (const Model* model : models()) {
      if (model->program->lock_step() || (model->copies_network && network != model->network)) continue;
      for (int n = 2; n <= 3; ++n) {
        Scenario scenario = on(*model, topologies_for(*model).front(), n);
        scenario.network = network;
        scenario.reduction = {};
        scenario.lists_have_order = false;
        if (!OrderClasses::apply_to(scenario)) continue;
        CAPTURE(model->about.name);
        try {
          asked += spare_threads::compare(scenario);
        } catch (const NamesMatter&) {  // then orders have no classes
        }
      }
    }
  }
  CHECK(asked > 100);
}

TEST_CASE("threads that help are spare again afterwards") {
  for (const bool violated : {false, true}) {
    Scenario scenario = on_ring(*find_model("chang-roberts"), 6);
    scenario.network = Network::bag;
    scenario.identifiers = order({6, 5, 4, 3, 2, 1});
    if (violated) scenario.faults.loss = 1;
    Instances instances(scenario);
    Instance instance;
    REQUIRE(instances.next(instance));
    Limits limits(spare_threads::memory);
    Explorer explorer(scenario, limits);
    const InstanceResult alone = explorer.explore(instance);
    REQUIRE(alone.violated() == violated);
    REQUIRE(alone.states > 2000);
    for (const int threads : {1, 3}) {
      for (const bool lengths_only : {false, true}) {
        SpareThreads spare(threads - 1);
        const InstanceResult found = explorer.explore(
            instance, {.lengths_only = lengths_only, .witness = {}, .spare = &spare, .large = 1000});
        CHECK(difference_in_counts(found, alone) == "");
        CHECK(found.violated() == violated);
        CHECK(spare.take_all() == threads - 1);
      }
    }
  }
}

TEST_SUITE_END();
