// Random toys: the engine against the naive checker, and symmetry against none.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "oracle/compare.hpp"
#include "oracle/tally.hpp"
#include "program/watched.hpp"
#include "scenario/scenarios.hpp"
#include "toys/round_toy.hpp"
#include "toys/tape.hpp"
#include "toys/toy.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

constexpr naive::Caps caps{.configurations = 800, .timed = 500, .thorough = false};
// Of a round there may be hundreds.
constexpr naive::Caps round_caps{.configurations = 300, .timed = 0, .thorough = false};

// All instances together. Numbers are weighted by how many orders an instance stands for.
struct Sums {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t quiescent = 0;
  std::uint64_t orders = 0;
  std::array<std::uint64_t, most_properties> violations{};
  std::array<std::int64_t, 7> least{};  // by cost; unbounded counts as a lot
  std::array<std::int64_t, 7> most{};

  friend bool operator==(const Sums&, const Sums&) = default;
};

Sums explore_all(const Scenario& scenario, Limits& limits) {
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  Sums sums;
  while (instances.next(instance)) {
    InstanceResult result = explorer.explore(instance, {.time = true, .witness = {}});
    if (result.time) result.costs.push_back(*result.time);
    const auto weight = instance.orders.to_uint64();
    sums.orders += weight;
    sums.states += weight * result.states;
    sums.transitions += weight * result.transitions;
    sums.quiescent += weight * result.quiescent;
    for (std::size_t p = 0; p < most_properties; ++p) {
      if (result.violations[p]) sums.violations[p] += weight;
    }
    for (std::size_t m = 0; m < result.costs.size(); ++m) {
      sums.least[m] += static_cast<std::int64_t>(weight) * result.costs[m].min.value_or(100'000);
      sums.most[m] += static_cast<std::int64_t>(weight) * result.costs[m].max.value_or(100'000);
    }
  }
  return sums;
}

// A toy that tells places apart is explored without symmetry.
Sums explore_all(Scenario scenario, bool symmetry) {
  scenario.reduction.symmetry = symmetry;
  Limits limits(std::size_t{256} << 20);
  try {
    return explore_all(scenario, limits);
  } catch (const NamesMatter&) {
    return explore_all(std::move(scenario), false);
  }
}

template <class Run>
void agrees(const Run& run, Network network) {
  const Model model = model_of(run.toy);
  const Scenario scenario = scenario_of(run, model, network);
  Instances instances(scenario);
  Instance instance;
  std::uint64_t orders = 0;
  while (instances.next(instance)) {
    const auto comparison = naive::compare(scenario, instance, scenario.lock_step() ? round_caps : caps);
    RC_PRE(comparison.explored);
    if (!comparison.difference.empty()) {
      RC_LOG() << run << describe(scenario, instance) << "\n" << comparison.difference;
      RC_FAIL("the engine and the naive checker disagree");
    }
    ++orders;
  }
  if (const std::string wrong = naive::wrong_with_totals(scenario); !wrong.empty()) {
    RC_LOG() << run << "initiators " << describe(run.initiators) << "\n" << wrong;
    RC_FAIL("the check does not add up");
  }
  // Where identifiers repeat, which sets of Byzantine processes are alike is not part of an instance's
  // weight.
  if (scenario.faults.byzantine > 0 &&
      (model.anonymous || scenario.identifiers.kind != Identifiers::Kind::all))
    return;
  const Sums reduced = explore_all(scenario, true);
  if (reduced.orders != orders || reduced != explore_all(scenario, false)) {
    RC_LOG() << run << "initiators " << describe(run.initiators) << "\n";
    RC_FAIL("symmetry changes the sums");
  }
}

bool toys_agree(Network network) {
  return rc::check("toys on " + name(network),
                   [network] { agrees(read_tape(draw_tape(tape_length)), network); });
}

bool toys_agree(Timing timing) {
  return rc::check("toys in lock step", [timing] {
    agrees(read_round_tape(draw_tape(round_tape_length), timing), Network::rounds);
  });
}

}  // namespace

TEST_CASE("random toys on fifo" * doctest::test_suite("random-fifo")) { CHECK(toys_agree(Network::fifo)); }
TEST_CASE("random toys on bag" * doctest::test_suite("random-bag")) { CHECK(toys_agree(Network::bag)); }
TEST_CASE("random toys of messages and transitions" * doctest::test_suite("random-exchange")) {
  CHECK(toys_agree(Timing::exchange));
}
TEST_CASE("random toys of round bodies" * doctest::test_suite("random-body")) {
  CHECK(toys_agree(Timing::body));
}
TEST_CASE("random toys on set" * doctest::test_suite("random-set")) { CHECK(toys_agree(Network::set)); }
