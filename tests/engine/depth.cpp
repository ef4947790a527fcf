#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "author/model.hpp"
#include "engine/explored.hpp"
#include "engine/run/check.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

TEST_SUITE_BEGIN("engine");

namespace depths {

constexpr int for_ever = -1;

// A message goes round and makes so many hops. If it goes on for ever, its receiver may also stumble; which
// choice that is says whether a depth-first search sees it.
template <int most, int stumbling = 0>
struct Walk {
  static constexpr About about{.name = "walk",
                               .summary = "a message goes round and round",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 3}};
  struct Message {
    int hops;
    BOOST_DESCRIBE_CLASS(Message, (), (hops), (), ())
  };
  struct State {
    bool awake = false;
    bool fell = false;
    int seen = 0;
    BOOST_DESCRIBE_CLASS(State, (), (awake, fell, seen), (), ())
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State&) { return false; }
  static std::vector<Stated<Walk>> properties() {
    return {{Form::invariant, "upright", "",
             [](const Global<Walk>& ring) { return ring.every([](const State& s) { return !s.fell; }); }}};
  }
  static void start(Process<Walk>& p) {
    p.state.awake = true;
    p.send(next, {0});
  }
  static void receive(Process<Walk>& p, Message m, Port) {
    if (most == for_ever) {
      p.state.fell = p.choose(2) == stumbling;
      ++p.state.seen;
      if (!p.state.fell) p.send(next, {0});
    } else if (m.hops < most) {
      p.send(next, {m.hops + 1});
    }
  }
};

Limits limits_of(std::optional<std::size_t> depth) { return Limits(std::size_t{1} << 30, depth); }

const std::vector<How> ways = {{}, {.store_graph = true}, {.threads = 2}};

}  // namespace depths

TEST_CASE("an execution may have as many steps as the limit says, and no more") {
  using namespace depths;
  constexpr int hops = 40;
  const Model model = make_model<Walk<hops>>();
  const Scenario scenario = on_ring(model, 1);
  constexpr std::size_t steps = 1 + 1 + hops;  // a start, and each time that the message is received
  for (const How& how : ways) {
    CAPTURE(how.store_graph);
    CAPTURE(how.threads);
    Limits enough = limits_of(steps);
    const InstanceResult whole = explore(scenario, enough, how);
    CHECK(whole.stopped == StopReason::none);
    CHECK(enough.reason() == StopReason::none);
    CHECK(whole.states == steps + 1);
    Limits little = limits_of(steps - 1);
    const InstanceResult part = explore(scenario, little, how);
    CHECK(part.stopped == StopReason::depth);
    CHECK(little.reason() == StopReason::depth);
    CHECK(part.states >= steps);
    CHECK(part.costs.empty());
  }
}

TEST_CASE("in lock step a step is a round, and there may be many") {
  using namespace depths;
  Scenario scenario = on_ring(*find_model("time-slice"), 2);
  scenario.identifiers = order({6000, 7000});
  constexpr std::size_t rounds = 12'000;
  CHECK(Limits(1).depth(false) < rounds);
  for (const How& how : {How{}, How{.store_graph = true}}) {
    Limits usual = limits_of({}), enough = limits_of(rounds), little = limits_of(rounds - 1);
    CHECK(explore(scenario, usual, how).states == rounds + 1);
    CHECK(explore(scenario, enough, how).stopped == StopReason::none);
    CHECK(explore(scenario, little, how).stopped == StopReason::depth);
  }
}

TEST_CASE("where an execution has no end, what is violated near the beginning is found") {
  using namespace depths;
  const Model first = make_model<Walk<for_ever, 0>>();
  const Model second = make_model<Walk<for_ever, 1>>();
  for (const Model* model : {&first, &second}) {
    CAPTURE(model == &first);
    Scenario scenario = on_ring(*model, 2);
    const PropertyId upright = model->properties.back().id;
    for (const bool reduced : {false, true}) {
      if (reduced) scenario.reduction = {};
      for (const How& how : ways) {
        CAPTURE(reduced);
        CAPTURE(how.store_graph);
        CAPTURE(how.threads);
        Limits limits = limits_of(how.store_graph ? 20 : 500);
        InstanceResult result = explore(scenario, limits, how);
        CHECK(result.stopped == StopReason::depth);
        REQUIRE(result.violation(upright));
        CHECK(result.violation(upright)->length() == 3);  // both start, and one receives
        CHECK(result.violation(upright)->shortest);
      }
    }
  }
}

TEST_CASE("orders that are explored together leave one with too long an execution to a pass of its own") {
  using namespace depths;
  const Model model = make_model<Walk<for_ever, 1>>();
  Scenario scenario = on_ring(model, 3);
  scenario.reduction = {};
  Limits limits = limits_of(50);
  Explorer explorer(scenario, limits);
  REQUIRE(explorer.shares_orders({}));
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  CHECK(!explorer.explore_order(instance));
  CHECK(limits.reason() == StopReason::none);

  Limits again = limits_of(50);
  const CheckResult result = check(scenario, again, {.threads = 2});
  CHECK(result.stopped == StopReason::depth);
  CHECK(!result.complete);
  for (const PropertyResult& property : result.properties) {
    if (property.id == model.properties.back().id) CHECK(property.verdict == Verdict::violated);
    if (property.id == PropertyId::unique_leader) CHECK(property.verdict == Verdict::inconclusive);
  }
}

TEST_SUITE_END();
