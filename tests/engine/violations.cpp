// Violated instances are counted by the fast pass, which knows how far the nearest violation is; the graph
// pass, which explores everything, says whether that is right.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "engine/run/check.hpp"
#include "engine/run/explorer.hpp"
#include "engine/storage/nearest.hpp"
#include "scenario/instances.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"
#include "toys/order_toy.hpp"
#include "toys/tape.hpp"
#include "toys/toy.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

constexpr Reduction independence{.symmetry = false, .order = false, .independence = true};

PropertySet set_of(std::initializer_list<PropertyId> ids) {
  PropertySet set;
  for (const PropertyId id : ids) set.add(id);
  return set;
}

// The violations of one instance as the fast pass and as the graph pass tell them.
struct Told {
  int lengths = 0;  // so many properties had only their length told
  int violated = 0;
};
void compare(const Scenario& scenario, const Instance& instance, Told& told, bool exact) {
  Scenario unreduced = scenario;
  unreduced.reduction = Reduction::none();
  Limits few(std::size_t{1} << 20);
  const InstanceResult should =
      Explorer(unreduced, few).explore(instance, {.witness = {}, .always_store_graph = true});
  RC_PRE(should.stopped == StopReason::none);
  Limits limits(std::size_t{1} << 28);
  Explorer fast(scenario, limits);
  std::optional<std::uint64_t> states;
  PropertySet told_before;  // these were violated where lengths were enough
  for (const bool lengths_only : {false, true}) {
    // The first time, lanes are added as violations are met. Toys are small, so that all is near unless
    // nothing may be, and all is explored without independence unless that is forbidden.
    // Where few are few enough, the second time tries whether independence leaves out little.
    for (const Task::Lengths lengths : {Task::Lengths{},
                                        {},
                                        {.near = 0},
                                        {.near = 0, .unreduced = 4},
                                        {.few = 1},
                                        {.few = 1},
                                        {.few = 1}}) {
      const InstanceResult is =
          fast.explore(instance, {.lengths_only = lengths_only, .lengths = lengths, .witness = {}});
      if (!states) states = exact ? should.states : is.states;
      RC_ASSERT(is.states == *states);
      if (exact) RC_ASSERT(is.transitions == should.transitions);
      for (const Property& p : scenario.model->properties) {
        const auto index = static_cast<std::size_t>(p.id);
        const auto& path = is.violations[index];
        const auto& other = should.violations[index];
        RC_ASSERT(path.has_value() == other.has_value());
        if (!path) continue;
        ++told.violated;
        RC_ASSERT(path->loop.has_value() == other->loop.has_value());
        if (path->loop) continue;
        RC_ASSERT(path->length() == other->steps.size());
        RC_ASSERT(path->shortest || lengths_only);
        if (path->shortest) {
          RC_ASSERT(path->switches() == other->switches());
        } else {
          ++told.lengths;
          RC_ASSERT(path->steps.size() >= path->length() ||
                    (path->steps.empty() && told_before.contains(p.id)));
        }
        if (lengths_only) told_before.add(p.id);
      }
    }
  }
}

bool toys_tell_lengths(Network network, const Reduction& reduction, Told& told) {
  return rc::check("toys on " + name(network), [network, &reduction, &told] {
    OrderToyRun run = read_order_tape(draw_tape(order_tape_length), network == Network::rounds);
    const Model model = model_of(run.toy);
    Scenario scenario = scenario_of(run, model, network);
    scenario.reduction = reduction;
    Instances instances(scenario);
    Instance instance;
    for (int tried = 0; tried < 2 && instances.next(instance); ++tried)
      compare(scenario, instance, told, !reduction.independence);
  });
}

}  // namespace

TEST_CASE("lanes for the nearest violation" * doctest::test_suite("engine")) {
  // Five costs take ten lanes, so three properties and the end begin in the second block.
  const Nearest nearest(5, set_of({PropertyId::max_id, PropertyId::termination, PropertyId::election}), true);
  REQUIRE(nearest.blocks() == 2);
  std::vector<Lanes> sums(2, lanes::nothing_known);
  CHECK_FALSE(nearest.steps(sums.data(), PropertyId::termination));
  CHECK_FALSE(nearest.may_end(sums.data()));
  nearest.found(sums.data(), set_of({PropertyId::termination, PropertyId::max_id}), 0);
  nearest.found(sums.data(), set_of({PropertyId::max_id}), 1);
  CHECK(nearest.steps(sums.data(), PropertyId::termination) == 0);
  CHECK(nearest.steps(sums.data(), PropertyId::max_id) == 0);
  CHECK_FALSE(nearest.steps(sums.data(), PropertyId::election));
  nearest.set_end(sums.data());

  // A step adds one to each distance, and nothing to what is not known.
  StepCosts costs(nearest.step());
  const std::vector<std::vector<std::uint16_t>> counted{{1, 0, 0, 0, 2}};
  costs.extend(counted);
  std::vector<Lanes> before(2, lanes::nothing_known);
  for (std::size_t block = 0; block < 2; ++block)
    lanes::raise(before[block], lanes::sum(sums[block], costs.of(2, 0)[block]));
  CHECK(nearest.steps(before.data(), PropertyId::termination) == 1);
  CHECK_FALSE(nearest.steps(before.data(), PropertyId::election));
  CHECK(nearest.may_end(before.data()));
  nearest.forget(before.data(), PropertyId::termination);
  CHECK_FALSE(nearest.steps(before.data(), PropertyId::termination));

  // Where an execution ends, all costs are 0, and nothing is violated unless somebody says so.
  std::vector<Lanes> end(nearest.rest(), nearest.rest() + 2);
  CHECK(lanes::most(end.data(), 4) == 0);
  CHECK_FALSE(nearest.steps(end.data(), PropertyId::max_id));
  CHECK_FALSE(nearest.may_end(end.data()));
  CHECK_FALSE(nearest.is_far(end.data()));
  nearest.found(end.data(), set_of({PropertyId::max_id}), lanes::largest_sum);
  CHECK(nearest.is_far(end.data()));
}

TEST_CASE("the lengths of shortest executions" * doctest::test_suite("engine")) {
  for (const Network network : {Network::fifo, Network::bag, Network::set, Network::rounds}) {
    for (const Reduction& reduction : {Reduction::none(), independence}) {
      Told told;
      CHECK(toys_tell_lengths(network, reduction, told));
      CHECK(told.violated > 0);
      CHECK(told.lengths > 0);
    }
  }
}

// Wherever memory ends, the exploration stops and says so. What it has found by then is violated indeed.
TEST_CASE("violations under a small memory" * doctest::test_suite("engine")) {
  int stopped = 0;
  int kept = 0;
  CHECK(rc::check("toys with a Byzantine process on fifo", [&stopped, &kept] {
    const OrderToyRun run = read_order_tape(draw_tape(order_tape_length), false);
    const Model model = model_of(run.toy);
    Scenario scenario = scenario_of(run, model, Network::fifo);
    scenario.faults = {.byzantine = 1, .byzantine_messages = 1};
    Instances instances(scenario);
    Instance instance;
    RC_PRE(instances.next(instance));
    Limits enough(std::size_t{1} << 22);
    const InstanceResult should = Explorer(scenario, enough).explore(instance, {.witness = {}});
    RC_PRE(should.stopped == StopReason::none && should.violated());
    for (std::size_t memory = std::size_t{1} << 14; memory < std::size_t{1} << 20; memory *= 4) {
      Limits limits(memory);
      const LimitsInForce in_force(&limits);
      const InstanceResult is = Explorer(scenario, limits).explore(instance, {.witness = {}});
      RC_ASSERT(is.stopped == limits.reason());
      stopped += is.stopped != StopReason::none ? 1 : 0;
      for (std::size_t p = 0; p < most_properties; ++p) {
        RC_ASSERT(!is.violations[p] || should.violations[p]);
        if (is.stopped == StopReason::none)
          RC_ASSERT(is.violations[p].has_value() == should.violations[p].has_value());
        kept += is.stopped != StopReason::none && is.violations[p] ? 1 : 0;
      }
    }
  }));
  CHECK(stopped > 0);
  CHECK(kept > 0);
}

// All instances together have the shortest counterexample of each, though of most it is only known that they
// have no shorter one.
TEST_CASE("the shortest of all instances" * doctest::test_suite("engine")) {
  int violated = 0;
  int lengths = 0;
  CHECK(rc::check("toys on fifo", [&violated, &lengths] {
    const OrderToyRun run = read_order_tape(draw_tape(order_tape_length), false);
    const Model model = model_of(run.toy);
    Scenario scenario = scenario_of(run, model, Network::fifo);
    scenario.reduction = Reduction::none();
    std::map<PropertyId, std::size_t> shortest;
    Limits few(std::size_t{1} << 20);
    Explorer explorer(scenario, few);
    Instances instances(scenario);
    Instance instance;
    while (instances.next(instance)) {
      const InstanceResult found = explorer.explore(instance, {.witness = {}, .always_store_graph = true});
      RC_PRE(found.stopped == StopReason::none);
      for (const Property& p : model.properties) {
        const auto& path = found.violations[static_cast<std::size_t>(p.id)];
        if (!path || path->loop) continue;
        const auto at = shortest.try_emplace(p.id, path->steps.size()).first;
        at->second = std::min(at->second, path->steps.size());
      }
    }
    // The graph pass finds no more than the length where as short an execution is known from an instance
    // before.
    std::map<PropertyId, std::size_t> told;
    Limits roomy(std::size_t{1} << 28);
    Explorer one_after_the_other(scenario, roomy);
    for (Instances again(scenario); again.next(instance);) {
      const InstanceResult found = one_after_the_other.explore(
          instance, {.lengths_only = true, .witness = {}, .always_store_graph = true});
      RC_ASSERT(found.stopped == StopReason::none);
      for (const Property& p : model.properties) {
        const auto& path = found.violations[static_cast<std::size_t>(p.id)];
        if (!path || path->loop) continue;
        const auto at = told.find(p.id);
        const bool is_needed = at == told.end() || path->length() < at->second;
        RC_ASSERT(path->length() == 0 || path->shortest == is_needed);
        RC_ASSERT(path->steps.size() == (is_needed ? path->length() : 0));
        lengths += is_needed ? 0 : 1;
        if (is_needed) told[p.id] = path->length();
      }
    }
    RC_ASSERT(told == shortest);
    for (const Reduction& reduction : {Reduction::none(), independence}) {
      scenario.reduction = reduction;
      for (const int threads : {1, 2}) {
        Limits limits(std::size_t{1} << 28);
        const CheckResult all = check(scenario, limits, {.threads = threads, .keep_going = true});
        for (const PropertyResult& property : all.properties) {
          const auto at = shortest.find(property.id);
          if (at == shortest.end()) continue;
          ++violated;
          RC_ASSERT(property.counterexample.has_value());
          const Path& path = property.counterexample->path;
          RC_ASSERT(path.shortest);
          RC_ASSERT(!path.loop);
          RC_ASSERT(path.steps.size() == at->second);
        }
      }
    }
  }));
  CHECK(violated > 0);
  CHECK(lengths > 0);
}
