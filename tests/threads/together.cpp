// What threads do together, on a few instances: many instances at a time (Sweep), and one by all of them
// (ParallelPass). The thread sanitizer looks on in the build of the preset `thread`.
#include <doctest/doctest.h>

#include <optional>
#include <thread>

#include "engine/passes/parallel/threads.hpp"
#include "engine/passes/passes.hpp"
#include "engine/run/check.hpp"
#include "engine/run/explorer.hpp"
#include "engine/storage/layout.hpp"
#include "machine/machine.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

constexpr std::size_t memory = std::size_t{256} << 20;
constexpr int threads = 4;

struct Figures {
  Verdict verdict;
  std::uint64_t instances, states, transitions, quiescent;
  std::vector<std::optional<std::int64_t>> most;
  friend bool operator==(const Figures&, const Figures&) = default;
};

Figures figures(const Scenario& scenario, int of_threads) {
  Limits limits(memory);
  const CheckResult result = check(
      scenario, limits, {.threads = of_threads, .keep_going = true, .time_up_to = 100'000, .by_case = false});
  REQUIRE(result.stopped == StopReason::none);
  Figures found{result.verdict, result.instances, result.states, result.transitions, result.quiescent, {}};
  for (const CostResult& cost : result.costs) found.most.push_back(cost.max);
  return found;
}

Scenario plain_ring(std::vector<int> ids, Network network, const char* model = "chang-roberts") {
  Scenario scenario = on_ring(*find_model(model), static_cast<int>(ids.size()));
  scenario.network = network;
  scenario.identifiers = order(std::move(ids));
  return scenario;
}

// All threads explore the first instance together, and one alone.
void compare_together(const Scenario& scenario) {
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  Limits limits(memory);
  Explorer explorer(scenario, limits);
  const InstanceResult alone = explorer.explore(instance);
  SpareThreads spare(threads - 1);
  const InstanceResult together = explorer.explore(instance, {.witness = {}, .spare = &spare, .large = 0});
  CHECK(together.states == alone.states);
  CHECK(together.transitions == alone.transitions);
  CHECK(together.costs == alone.costs);
  CHECK(together.violated() == alone.violated());
}

}  // namespace

TEST_SUITE_BEGIN("threads");

TEST_CASE("threads that divide the instances find what one finds") {
  for (const char* model : {"chang-roberts", "lcr", "dolev-klawe-rodeh"}) {
    for (const bool reduced : {false, true}) {
      CAPTURE(model);
      CAPTURE(reduced);
      Scenario scenario = on_ring(*find_model(model), 4);
      if (reduced) scenario.reduction = {};
      const Figures alone = figures(scenario, 1);
      CHECK(alone.instances > 1);
      for (int again = 0; again < 3; ++again) CHECK(figures(scenario, threads) == alone);
    }
  }
}

TEST_CASE("threads that explore one instance together find what one finds") {
  for (const Network network : {Network::fifo, Network::bag}) {
    for (const bool independence : {false, true}) {
      Scenario scenario = plain_ring({6, 5, 4, 3, 2, 1}, network);
      scenario.reduction.independence = independence;
      compare_together(scenario);
    }
  }
}

TEST_CASE("threads ask together what a model states of local states and of messages") {
  compare_together(on(*find_model("spanning-tree"), "complete", 4));
}

TEST_CASE("threads tell each other what follows on a configuration") {
  for (const Network network : {Network::fifo, Network::bag}) {
    compare_together(
        plain_ring({6, 5, 4, 3, 2, 1}, network, "chang-roberts:maxid"));  // It states a leads-to.
  }
}

TEST_CASE("threads that widen the keys and grow the set find what one finds") {
  const Scenario scenario = plain_ring({7, 6, 5, 4, 3, 2, 1}, Network::bag);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  Limits limits(memory);
  Machine machine(scenario);
  const InstanceResult alone = Explorer(scenario, limits).explore(instance);
  for (const std::size_t words : {2, 3, 12}) {
    machine.load(instance);
    Widths widths;
    widths.component.assign(machine.values().component_count(), 1);
    widths.tag = 1;
    const auto made = make_parallel_pass(words, machine, limits, widths, {}, threads);
    REQUIRE(made.pass);
    CHECK(made.pass->run(false, {}, nullptr));
    CHECK(made.pass->result.states == alone.states);
    CHECK(made.pass->result.costs == alone.costs);
  }
}

TEST_CASE("a limit that comes meanwhile ends all threads") {
  const Scenario one = plain_ring({8, 7, 6, 5, 4, 3, 2, 1}, Network::bag);
  Scenario many = on_ring(*find_model("chang-roberts"), 7);
  for (const Scenario& scenario : {one, many}) {
    Limits limits(memory);
    const std::jthread later([&] {
      while (limits.states < 20'000) std::this_thread::yield();
      limits.stop(StopReason::time);
    });
    const CheckResult result =
        check(scenario, limits, {.threads = threads, .keep_going = true, .time_up_to = 0, .by_case = false});
    CHECK(result.stopped == StopReason::time);
  }
}

TEST_SUITE_END();
