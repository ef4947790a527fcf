// The regions into which orders are cut: every order belongs to exactly one, whatever is asked.
#include <doctest/doctest.h>

#include <numeric>
#include <set>

#include "author/model.hpp"
#include "engine/run/explorer.hpp"
#include "machine/machine.hpp"
#include "oracle/against_none.hpp"
#include "reductions/order_questions.hpp"
#include "scenario/families.hpp"
#include "scenario/order_classes.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

bool agrees(const std::vector<int>& order, const PartialOrder& known) {
  for (int a = 0; a < known.places(); ++a) {
    for (int b = 0; b < known.places(); ++b) {
      if (known.knows(a, b) && order[static_cast<std::size_t>(a)] > order[static_cast<std::size_t>(b)])
        return false;
    }
  }
  return true;
}

PartialOrder known(const Pairs& facts, int places) {
  PartialOrder known(places);
  for (const auto& [smaller, larger] : facts) known.add(smaller, larger);
  return known;
}

bool answers(const std::vector<int>& order, const Pairs& facts) {
  return std::ranges::all_of(facts, [&](const auto& fact) {
    return order[static_cast<std::size_t>(fact.first)] < order[static_cast<std::size_t>(fact.second)];
  });
}

// Goes through all classes; says of each order (and topology) how often it was covered, among those that
// stand for their class under symmetry.
struct Partition {
  std::map<std::pair<std::size_t, std::vector<int>>, int> covered;
  Rational orders = 0;
  std::uint64_t classes = 0;
  bool right = true;  // every order of a class asks the same and is answered alike
};

Partition go_through(const Scenario& scenario, const Questions& questions, std::size_t most) {
  OrderClasses classes(scenario);
  Regions regions(classes);
  OrderClasses::Region region;
  Partition partition;
  while (regions.next(region)) {
    const std::vector<int> order = codes(OrderClasses::representative(scenario, region));
    CHECK(agrees(order, region.known));
    const Pairs asked = questions.ask(order, most);
    auto covered = classes.covered(region, asked, true);
    partition.orders += covered.orders;
    ++partition.classes;
    std::vector<int> each(order.size());
    std::iota(each.begin(), each.end(), 1);
    do {
      if (!agrees(each, region.known) || !answers(each, asked)) continue;
      ++partition.covered[{region.topology, each}];
      partition.right = partition.right && questions.ask(each, most) == asked;
    } while (std::ranges::next_permutation(each).found);
    regions.add(std::move(covered.left));
  }
  return partition;
}

// Explores the orders of all classes one after the other, and each by itself. Returns how many of them shared
// what was known.
std::size_t compare_with_alone(const Scenario& scenario, bool half_used) {
  constexpr std::size_t memory = std::size_t{1} << 30;
  Limits limits(memory);
  const Charge others(limits, half_used ? memory / 2 + 1 : 0);  // then each order finds out everything anew
  CHECK(limits.is_used_beyond(50) == half_used);
  Explorer together(scenario, limits);
  Explorer alone(scenario, limits);
  REQUIRE(together.shares_orders({}));
  OrderClasses classes(scenario);
  Regions regions(classes);
  OrderClasses::Region region;
  std::size_t shared = 0;
  while (regions.next(region)) {
    const Instance order = OrderClasses::representative(scenario, region);
    const InstanceResult expected = alone.explore(order);
    const auto& asked = alone.machine().asked().facts();
    if (const auto found = together.explore_order(order)) {
      ++shared;
      CHECK(!expected.violated());
      CHECK(found->result.states == expected.states);
      CHECK(found->result.transitions == expected.transitions);
      CHECK(found->result.quiescent == expected.quiescent);
      CHECK(found->result.costs == expected.costs);
      CHECK(known(found->asked, scenario.processes).neighbours() ==
            known(asked, scenario.processes).neighbours());
      // What is explored by itself in between leaves nothing behind.
      if (shared % 8 == 0) CHECK(together.explore(order).states == expected.states);
    }
    regions.add(classes.covered(region, asked, true).left);
  }
  return shared;
}

// Tosses a coin over a larger identifier, so that the order says how many outcomes a delivery has.
struct Unsure {
  static constexpr About about{.name = "unsure",
                               .summary = "a test",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 5}};
  struct Message {
    Id from;
  };
  struct State {
    bool awake = false;
    int heard = 0;
    int tails = 0;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.heard == 2; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {p.id});
  }
  static void receive(auto& p, Message m, Port) {
    if (m.from > p.id) p.state.tails += static_cast<int>(p.choose(2));
    if (++p.state.heard < 2) p.send(next, m);
  }
};
BOOST_DESCRIBE_STRUCT(Unsure::Message, (), (from))
BOOST_DESCRIBE_STRUCT(Unsure::State, (), (awake, heard, tails))

}  // namespace

TEST_SUITE_BEGIN("reductions-orders");

TEST_CASE("every order belongs to one class") {
  const Model& ring = *find_model("chang-roberts");
  const Model& graphs = *find_model("spanning-tree-rootless");
  unsigned seed = 0;
  for (const bool symmetry : {false, true}) {
    for (int n = 1; n <= 6; ++n) {
      for (const Model* model : {&ring, &graphs}) {
        if (n > (model == &ring ? 6 : 4)) continue;
        for (const int universe : {0, n + 2}) {
          Scenario scenario = on(*model, std::string(model->about.topology), n);
          scenario.reduction = {.symmetry = symmetry, .order = true, .independence = false};
          scenario.identifiers.universe = universe;
          REQUIRE(OrderClasses::apply_to(scenario) != (model->anonymous && symmetry));
          if (!OrderClasses::apply_to(scenario)) continue;
          for (const std::size_t most : {0U, 1U, 3U, 100U}) {
            const Partition partition = go_through(scenario, Questions(++seed), most);
            CHECK(partition.right);
            CHECK(partition.orders.str() == count_orders(scenario));
            // Each that is the greatest of its class, and no other, is covered, once.
            scenario.identifiers.universe = 0;
            Instances instances(scenario);
            Instance instance;
            std::size_t greatest = 0;
            bool once = true;
            while (instances.next(instance)) {
              const auto at = partition.covered.find({instance.topology, codes(instance)});
              once = once && at != partition.covered.end() && at->second == 1;
              ++greatest;
            }
            CHECK(once);
            CHECK(partition.covered.size() == greatest);
            if (most == 0) CHECK(partition.classes == scenario.topologies.size());
            scenario.identifiers.universe = universe;
          }
        }
      }
    }
  }
}

TEST_CASE("what was not explored to the end covers no more than itself") {
  Scenario scenario = on_ring(*find_model("chang-roberts"), 4);
  scenario.reduction = {};
  OrderClasses all(scenario);
  OrderClasses::Region region;
  REQUIRE(all.next_topology(region));
  const auto covered = all.covered(region, {{1, 0}}, false);
  CHECK(covered.orders == 4);  // by symmetry
  CHECK(covered.left.empty());
}

TEST_CASE("where orders cannot be explored by classes") {
  Scenario scenario = on_ring(*find_model("chang-roberts"), 3);
  scenario.reduction = {};
  CHECK(OrderClasses::apply_to(scenario));
  for (const Identifiers& identifiers : {duplicates(), equal(), order({3, 1, 2})}) {
    scenario.identifiers = identifiers;
    CHECK(!OrderClasses::apply_to(scenario));
  }
  for (const Model* model : models()) {
    Scenario of_model = on(*model, std::string(model->about.topology), 2);
    of_model.reduction = {};
    CHECK(OrderClasses::apply_to(of_model) == (!has(model->knows, Knowledge::number) && !model->anonymous));
  }
}

// So it does not matter which orders are explored together.
TEST_CASE("an order among others is explored as by itself") {
  struct Case {
    std::string model;
    int processes;
    Network network = Network::fifo;
    Faults faults = {};
  };
  const std::vector<Case> cases = {{"chang-roberts", 1},
                                   {"chang-roberts", 6},
                                   {"chang-roberts", 5, Network::bag},
                                   {"chang-roberts", 4, Network::fifo, {.duplicate = 1}},
                                   {"chang-roberts:java", 4},
                                   {"chang-roberts:maxid", 5},
                                   {"dolev-klawe-rodeh", 7},
                                   {"dolev-klawe-rodeh:as-printed", 5},
                                   {"hirschberg-sinclair", 4},
                                   {"lamport-election", 3},
                                   {"complete-network", 4},
                                   {"harmony-leader", 5, Network::set}};
  std::size_t shared = 0;
  for (const Case& each : cases) {
    for (const auto& [independence, half_used] :
         {std::pair(false, false), std::pair(true, false), std::pair(true, true)}) {
      const Model& model = *find_model(each.model);
      Scenario scenario = on(model, std::string(model.about.topology), each.processes);
      scenario.network = each.network;
      scenario.faults = each.faults;
      scenario.reduction = {};
      scenario.reduction.independence = independence;
      shared += compare_with_alone(scenario, half_used);
    }
  }
  CHECK(shared > 200);
}

TEST_CASE("which process stands for all may depend on the order") {
  const Model model = make_model<Unsure>();
  Scenario scenario = on_ring(model, 5);
  scenario.reduction = {};
  CHECK(compare_with_alone(scenario, false) > 5);
}

TEST_CASE("orders are explored by themselves where tables of what they share have no room") {
  Scenario scenario = on_ring(*find_model("chang-roberts"), 6);
  scenario.reduction = {};
  const Instance order = OrderClasses::representative(scenario, {0, PartialOrder(6)});
  const auto told = [&](std::size_t memory) {
    Limits limits(memory);
    Explorer explorer(scenario, limits);
    const auto found = explorer.explore_order(order);
    CHECK(explorer.explore_order(order).has_value() == found.has_value());  // it is not tried again
    CHECK(limits.reason() == StopReason::none);
    return found.has_value();
  };
  CHECK(told(std::size_t{1} << 20));
  CHECK(!told(std::size_t{1} << 17));

  Limits little(std::size_t{1} << 17);
  Limits much(std::size_t{1} << 30);
  const CheckResult alone = check(scenario, little, {.threads = 1});
  const CheckResult together = check(scenario, much, {.threads = 1});
  CHECK(alone.complete);
  CHECK(alone.states == together.states);
  CHECK(alone.orders == together.orders);
}

TEST_CASE("an order that is large, and new to the others, is explored by itself") {
  Scenario scenario = on_ring(*find_model("chang-roberts"), 5);
  scenario.reduction = {};
  Limits limits(std::size_t{1} << 30);
  const Instance order = OrderClasses::representative(scenario, {0, PartialOrder(5)});
  Explorer few(scenario, limits);
  REQUIRE(few.explore_order(order));
  CHECK(few.explore_order(order, {.witness = {}, .large = 1}));  // nothing is new
  Explorer none(scenario, limits);
  CHECK(!none.explore_order(order, {.witness = {}, .large = 1}));
  CHECK(!none.explore_order(order));  // nor any other one on this topology
}

TEST_CASE("an order that is large, and one of very many, is explored with the others") {
  Scenario scenario = on_ring(*find_model("chang-roberts"), 9);
  scenario.reduction = {};
  Limits limits(std::size_t{1} << 30);
  const Instance order = OrderClasses::representative(scenario, {0, PartialOrder(9)});
  Explorer explorer(scenario, limits);
  const auto found = explorer.explore_order(order, {.witness = {}, .large = 64});
  REQUIRE(found);
  CHECK(found->result.states > 8 * 64);
  CHECK(found->result.states == explorer.explore(order).states);
}

TEST_CASE("what is counted does not depend on threads") {
  Scenario scenario = on_ring(*find_model("chang-roberts"), 9);
  scenario.reduction = {};
  std::vector<CheckResult> results;
  for (const int threads : {1, 2, 3}) {
    Limits limits(std::size_t{1} << 30);
    results.push_back(check(scenario, limits, {.threads = threads, .keep_going = false}));
    const CheckResult& result = results.back();
    CHECK(result.instances == 1430);
    CHECK(result.verdict == Verdict::holds);
    CHECK(result.states == results.front().states);
    CHECK(result.transitions == results.front().transitions);
    CHECK(result.quiescent == results.front().quiescent);
    CHECK(difference(scenario, result, results.front()) == "");
  }
}

TEST_CASE("chang-roberts has as many classes as there are ordered trees") {
  constexpr std::uint64_t catalan[] = {1, 1, 2, 5, 14, 42, 132};
  Rational factorial = 1;
  for (int n = 1; n <= 7; ++n) {
    factorial *= n;
    Scenario scenario = on_ring(*find_model("chang-roberts"), n);
    scenario.initiators = all();
    const CheckResult result = check_all(scenario, {});
    CHECK(result.instances == catalan[n - 1]);
    CHECK(result.orders == factorial);
    CHECK(result.identifier_orders == factorial);
    CHECK(result.reduction.order);
    CHECK(result.verdict == Verdict::holds);
  }
}

TEST_SUITE_END();
