// What compare() finds of two models.
#include "engine/compare/compare.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "author/model.hpp"
#include "engine/run/check.hpp"
#include "engine/run/explorer.hpp"
#include "program/model.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"

namespace conclave::testing {
namespace {

constexpr std::size_t enough = std::size_t{1} << 30;

Scenario of(const std::string& name, int n, Network network) {
  const Model& model = *find_model(name);
  Scenario scenario = on(model, std::string(model.about.topology), n);
  scenario.network = network;
  return scenario;
}

Comparison compared(Scenario first, Scenario second, bool symmetry = true) {
  Limits limits(enough);
  first.reduction.symmetry = second.reduction.symmetry = symmetry;
  const Comparison found = compare(first, second, limits);
  CHECK(found.stopped == StopReason::none);
  return found;
}

CheckResult check_all(const Scenario& scenario) {
  Limits limits(enough);
  return check(scenario, limits, {.keep_going = true});
}

// So many configurations have all instances together.
std::uint64_t configurations(const Scenario& scenario) {
  Limits limits(enough);
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  std::uint64_t count = 0;
  for (Instance instance; instances.next(instance);) count += explorer.explore(instance).states;
  return count;
}

// Everyone wakes its neighbour, and nobody has an identifier.
struct AnonymousRelay {
  static constexpr About about{.name = "relay", .summary = "a test", .source = "test", .topology = "ring"};
  static constexpr bool anonymous = true;
  struct Message {};
  struct State {
    bool awake = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {});
  }
  static void receive(auto& p, Message, Port) {
    if (!p.state.awake) start(p);
  }
};

}  // namespace

TEST_SUITE_BEGIN("engine");

// Then each configuration is met with itself, and with no other one.
TEST_CASE("nobody tells a model from itself") {
  for (const Model* model : models()) {
    for (int n = 1; n <= 2; ++n) {
      for (const bool faults : {false, true}) {
        Scenario scenario = of(model->full_name(), n, model->network);
        if (faults && scenario.lock_step()) scenario.faults.crash = 1;
        if (faults && model->network == Network::fifo) scenario.faults.loss = 1;
        if (model->network == Network::set || !is_tried(3)) continue;  // some have no end there
        CAPTURE(model->full_name());
        CAPTURE(n);
        const Comparison found = compared(scenario, scenario, false);
        CHECK(!found.parting);
        CHECK(found.comparable);
        CHECK(found.pairs == configurations(scenario));
        for (const CostDifference& cost : found.costs) {
          CHECK(cost.first_cheaper + cost.second_cheaper + cost.incomparable == 0);
          CHECK(cost.min.value_or(0) == 0);
          CHECK(cost.max.value_or(0) == 0);
        }
      }
    }
  }
}

// A queue in which equal messages stand, of which each may be lost; and costs without a bound.
TEST_CASE("nobody tells a model from itself under faults, and where costs have no bound") {
  for (const Network network : {Network::fifo, Network::bag}) {
    Scenario scenario = of("chang-roberts", 3, network);
    scenario.faults.loss = 1;
    scenario.faults.duplicate = 1;
    const Comparison found = compared(scenario, scenario, false);
    CHECK(!found.parting);
    CHECK(found.pairs == configurations(scenario));
  }
  const Scenario scenario = of("harmony-leader", 2, Network::set);
  const Comparison found = compared(scenario, scenario, false);
  CHECK(!found.parting);
  CHECK(found.pairs == configurations(scenario));
  bool unbounded = false;
  for (const CostDifference& cost : found.costs) {
    unbounded |= !cost.mean;
    CHECK(cost.equal == found.orders);
  }
  CHECK(unbounded);
}

// Which of the two models is reduced does not matter: an order stands for others only if it does for both.
TEST_CASE("orders stand for each other only where both models allow it") {
  Scenario first = of("chang-roberts", 4, Network::fifo);
  Scenario second = of("dolev-klawe-rodeh", 4, Network::fifo);
  Limits limits(enough);
  first.reduction.symmetry = true;
  const Comparison one = compare(first, second, limits);
  second.reduction.symmetry = true;
  const Comparison both = compare(first, second, limits);
  CHECK(one.pairs > 0);
  CHECK(one.orders == both.orders);
  Model nameless = make_model<AnonymousRelay>();
  Scenario third = on(nameless, "ring", 3);
  third.reduction.symmetry = true;
  Scenario fourth = of("chang-roberts", 3, Network::fifo);
  fourth.reduction.symmetry = true;
  CHECK(nameless.anonymous);
  for (const bool turned : {false, true}) {
    const Comparison found = turned ? compare(fourth, third, limits) : compare(third, fourth, limits);
    CHECK(found.orders == 6);
    // The largest identifier first or last on its way: the dearest execution is not the same in all orders.
    const CostDifference& messages = found.costs.front();
    CHECK(*messages.max > *messages.min);
  }
}

TEST_CASE("what swallows more is the same on fifo, and parts on bag") {
  for (int n = 1; n <= 4; ++n) {
    const Comparison found =
        compared(of("chang-roberts", n, Network::fifo), of("chang-roberts:maxid", n, Network::fifo));
    CHECK(!found.parting);
    CHECK(found.comparable);
  }
  CHECK(!compared(of("chang-roberts", 2, Network::bag), of("chang-roberts:maxid", 2, Network::bag)).parting);
  const Comparison bag =
      compared(of("chang-roberts", 3, Network::bag), of("chang-roberts:maxid", 3, Network::bag));
  REQUIRE(bag.parting);
  CHECK(bag.parting->what == Parting::What::sent);
  CHECK(bag.parting->paths[0].steps == bag.parting->paths[1].steps);
  CHECK(bag.parting->steps() == 5);
}

TEST_CASE("where models part, the one can do what the other cannot") {
  // Everyone is passive, so nobody starts.
  const Comparison found = compared(of("dolev-klawe-rodeh", 2, Network::fifo),
                                    of("dolev-klawe-rodeh:as-printed", 2, Network::fifo));
  REQUIRE(found.parting);
  CHECK(found.parting->what == Parting::What::step);
  CHECK(found.parting->able == 0);
  CHECK(found.parting->paths[0].steps.size() == 1);
  CHECK(found.parting->paths[1].steps.empty());
  const Comparison turned = compared(of("dolev-klawe-rodeh:as-printed", 2, Network::fifo),
                                     of("dolev-klawe-rodeh", 2, Network::fifo));
  REQUIRE(turned.parting);
  CHECK(turned.parting->able == 1);
  // A leader of its own making, one step earlier.
  const Comparison leaders =
      compared(of("chang-roberts", 1, Network::fifo), of("dolev-klawe-rodeh", 1, Network::fifo));
  REQUIRE(leaders.parting);
  CHECK(leaders.parting->what == Parting::What::leaders);
  CHECK(leaders.parting->steps() == 2);
}

TEST_CASE("two-way and one-way rings have other channels") {
  const Comparison found =
      compared(of("chang-roberts", 2, Network::fifo), of("hirschberg-sinclair", 2, Network::fifo), false);
  CHECK(!found.comparable);
  CHECK(!found.parting);
  CHECK(found.costs.front().second_cheaper == 0);
  CHECK(found.costs.front().first_cheaper == 2);
}

// The mean of the differences is the difference of the means, which check() knows.
TEST_CASE("differences of costs agree with the costs of each") {
  const std::vector<std::string> names{"chang-roberts", "chang-roberts:maxid", "dolev-klawe-rodeh"};
  for (const std::string& a : names) {
    for (const std::string& b : names) {
      for (int n = 1; n <= (brief ? 3 : 4); ++n) {
        CAPTURE(a);
        CAPTURE(b);
        CAPTURE(n);
        const Network network = n == 3 ? Network::bag : Network::fifo;
        const Scenario first = of(a, n, network);
        const Scenario second = of(b, n, network);
        const CheckResult of_first = check_all(first);
        const CheckResult of_second = check_all(second);
        const Comparison found = compared(first, second);
        const Comparison plain = compared(first, second, false);
        const Costs mine(*first.model->program);
        const Costs theirs(*second.model->program);
        CHECK(found.orders == of_first.identifier_orders);
        REQUIRE(!found.costs.empty());
        for (std::size_t k = 0; k < found.costs.size(); ++k) {
          const CostDifference& cost = found.costs[k];
          const CostResult& one = of_first.costs[*mine.find(cost.cost)];
          const CostResult& other = of_second.costs[*theirs.find(cost.cost)];
          CHECK(cost.first_cheaper + cost.equal + cost.second_cheaper + cost.incomparable == found.orders);
          CHECK(cost.first_cheaper == plain.costs[k].first_cheaper);
          CHECK(cost.min == plain.costs[k].min);
          CHECK(cost.max == plain.costs[k].max);
          if (!one.mean_of_maxima || !other.mean_of_maxima) continue;
          CHECK(*cost.mean == *other.mean_of_maxima - *one.mean_of_maxima);
        }
      }
    }
  }
}

TEST_CASE("a comparison keeps to its limits") {
  const Scenario first = of("chang-roberts", 6, Network::fifo);
  const Scenario second = of("chang-roberts:maxid", 6, Network::fifo);
  Limits limits(std::size_t{1} << 20);
  CHECK(compare(first, second, limits).stopped == StopReason::memory);
  Limits stopped(enough);
  stopped.stop(StopReason::interrupted);
  const Comparison none = compare(first, second, stopped);
  CHECK(none.stopped == StopReason::interrupted);
  CHECK(none.orders == 0);
}

TEST_SUITE_END();

}  // namespace conclave::testing
