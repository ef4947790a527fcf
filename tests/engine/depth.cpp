#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "author/model.hpp"
#include "engine/passes/parallel/threads.hpp"
#include "engine/run/check.hpp"
#include "engine/run/explorer.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

TEST_SUITE_BEGIN("engine");

namespace depths {

constexpr int for_ever = -1;

// Everyone starts by sending a message each way. One makes so many hops more; whoever receives the other
// takes it for its election. Which way comes first says what a depth-first search follows.
template <int most, bool leads_first>
struct Walk {
  static constexpr About about{.name = "walk",
                               .summary = "a message goes round and round",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 3},
                               .two_way = true};
  enum class Kind { walks, leads };
  BOOST_DESCRIBE_NESTED_ENUM(Kind, walks, leads)
  struct Message {
    Kind kind;
    int hops;
    BOOST_DESCRIBE_CLASS(Message, (), (kind, hops), (), ())
  };
  struct State {
    bool awake = false;
    bool leader = false;
    int seen = 0;
    BOOST_DESCRIBE_CLASS(State, (), (awake, leader, seen), (), ())
  };
  static constexpr Port leading = leads_first ? next : previous;
  static constexpr Port walking = leads_first ? previous : next;
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader; }
  static void start(Process<Walk>& p) {
    p.state.awake = true;
    p.send(leading, {Kind::leads, 0});
    p.send(walking, {Kind::walks, 0});
  }
  static void receive(Process<Walk>& p, Message m, Port) {
    if (m.kind == Kind::leads) p.state.leader = true;
    if (m.kind == Kind::leads || m.hops == most) return;
    if (most == for_ever) ++p.state.seen;
    p.send(walking, {Kind::walks, most == for_ever ? 0 : m.hops + 1});
  }
};

struct How {
  bool store_graph = false;
  int threads = 1;
};

InstanceResult explore(const Scenario& scenario, Limits& limits, const How& how = {}) {
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  SpareThreads spare(how.threads - 1);
  return explorer.explore(
      instance, {.witness = {}, .spare = &spare, .large = 16, .always_store_graph = how.store_graph});
}

Limits limits_of(std::optional<std::size_t> depth) { return Limits(std::size_t{1} << 30, depth); }

const std::vector<How> ways = {{}, {.store_graph = true}, {.threads = 2}};

}  // namespace depths

TEST_CASE("an execution may have as many steps as the limit says, and no more") {
  using namespace depths;
  constexpr int hops = 40;
  const Model model = make_model<Walk<hops, true>>();
  const Scenario scenario = on_ring(model, 1);
  constexpr std::size_t steps = 1 + 1 + (hops + 1);  // a start, and two messages
  for (const How& how : ways) {
    CAPTURE(how.store_graph);
    CAPTURE(how.threads);
    Limits enough = limits_of(steps);
    const InstanceResult whole = explore(scenario, enough, how);
    CHECK(whole.stopped == StopReason::none);
    CHECK(enough.reason() == StopReason::none);
    CHECK(whole.states == 1 + 2 * (hops + 2));
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
  const Model first = make_model<Walk<for_ever, true>>();
  const Model second = make_model<Walk<for_ever, false>>();
  for (const Model* model : {&first, &second}) {
    CAPTURE(model == &first);
    Scenario scenario = on_ring(*model, 3);
    for (const bool reduced : {false, true}) {
      if (reduced) scenario.reduction = {};
      for (const How& how : ways) {
        CAPTURE(reduced);
        CAPTURE(how.store_graph);
        CAPTURE(how.threads);
        Limits limits = limits_of(how.store_graph ? 20 : 500);
        InstanceResult result = explore(scenario, limits, how);
        CHECK(result.stopped == StopReason::depth);
        REQUIRE(result.violation(PropertyId::unique_leader));
        // Two of three have received, and everyone has started.
        CHECK(result.violation(PropertyId::unique_leader)->length() == 5);
        CHECK(result.violation(PropertyId::unique_leader)->shortest);
        CHECK(!result.violation(PropertyId::irrevocable));
        CHECK(!result.violation(PropertyId::termination));
      }
    }
  }
}

TEST_CASE(
    "orders that are explored together leave one with an execution that is too long to a pass of its own") {
  using namespace depths;
  const Model model = make_model<Walk<for_ever, true>>();
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
    if (property.id == PropertyId::unique_leader) CHECK(property.verdict == Verdict::violated);
    if (property.id == PropertyId::termination) CHECK(property.verdict == Verdict::inconclusive);
  }
}

TEST_SUITE_END();
