// Instances that are divided into parts, with room for few configurations in memory, against the same ones
// whole. The naive checker also looks at such (oracle/compare.hpp), without reductions.
#include "engine/parts/parts.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "author/model.hpp"
#include "engine/counts.hpp"
#include "engine/parts/division.hpp"
#include "engine/parts/spill.hpp"
#include "engine/run/check.hpp"
#include "engine/run/explorer.hpp"
#include "engine/storage/layout.hpp"
#include "engine/token.hpp"
#include "machine/independence.hpp"
#include "machine/machine.hpp"
#include "oracle/compared.hpp"
#include "toys/order_toy.hpp"
#include "toys/tape.hpp"
#include "toys/toy.hpp"

namespace conclave::divided {

using namespace conclave::testing;

namespace {

constexpr std::size_t memory = std::size_t{64} << 20;
constexpr std::size_t very_little = std::size_t{1} << 17;  // because channels of toys may fill for ever

Room disk(std::size_t bytes) { return {std::filesystem::temp_directory_path().string(), bytes}; }

struct Tally {
  std::uint64_t instances = 0;
  std::uint64_t divided = 0;
};

// The first instances, as long as they are not too large.
std::string difference(const Scenario& scenario, const Room& disk, Tally& tally,
                       std::size_t enough = memory) {
  constexpr int most = 6;
  Limits for_whole(enough);
  Limits for_parts(memory);
  Explorer whole(scenario, for_whole);
  Explorer parts(scenario, for_parts, {}, disk);
  Instances instances(scenario);
  Instance instance;
  for (int i = 0; i < most && instances.next(instance); ++i) {
    const InstanceResult expected = whole.explore(instance);
    if (expected.stopped != StopReason::none) break;
    const std::uint64_t divided = for_parts.on_disk;
    const InstanceResult found = parts.explore(instance);
    ++tally.instances;
    tally.divided += for_parts.on_disk - divided;
    // What cannot be divided is perhaps explored without independence.
    if (scenario.reduction.independence && for_parts.on_disk == divided) continue;
    if (const std::string wrong = difference_in_results(found, expected); !wrong.empty())
      return describe(scenario, instance) + "\n" + wrong;
  }
  return "";
}

Tally compare_models(Network network) {
  Tally tally;
  for (const Model* model : models()) {
    if (model->program->lock_step() || (model->copies_network && network != model->network)) continue;
    for (int n = 2; n <= 3; ++n) {
      for (const bool independence : {false, true}) {
        Scenario scenario = on(*model, topologies_for(*model).front(), n);
        scenario.network = network;
        scenario.reduction.independence = independence;
        if (independence && !independence_applies(scenario)) continue;
        if (is_tried()) CHECK(difference(scenario, disk(0), tally, very_little) == "");
      }
    }
  }
  return tally;
}

template <class Run>
void toy_agrees(const Run& run, Network network, Tally& tally) {
  const Model model = model_of(run.toy);
  for (const bool reduced : {false, true}) {
    Scenario scenario = scenario_of(run, model, network);
    scenario.reduction.independence = reduced;
    if (reduced && !independence_applies(scenario)) continue;
    const std::string wrong = difference(scenario, disk(0), tally, very_little);
    if (wrong.empty()) continue;
    RC_LOG() << run << name(network) << "\n" << wrong;
    RC_FAIL("parts find something else than the whole");
  }
}

Scenario ring(const char* model, Network network, std::vector<int> ids) {
  Scenario scenario = on_ring(*find_model(model), static_cast<int>(ids.size()));
  scenario.network = network;
  scenario.identifiers = order(std::move(ids));
  return scenario;
}

Instance first_of(const Scenario& scenario) {
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  return instance;
}

// Two components.
struct Two {
  std::uint32_t values[2];
  std::uint32_t get(std::size_t component) const { return values[component]; }
};

std::span<std::byte> bytes_of(std::vector<std::uint64_t>& numbers) {
  return std::as_writable_bytes(std::span(numbers));
}

}  // namespace

TEST_SUITE_BEGIN("parts");

TEST_CASE("every model") {
  std::uint64_t divided = 0;
  for (const Network network : {Network::fifo, Network::bag, Network::set})
    divided += compare_models(network).divided;
  CHECK(divided > (brief ? 0 : 30));
}

// What a class of orders is follows from what was asked about the order of identifiers, in parts, too.
TEST_CASE("every model, with all orders and their violations counted") {
  std::uint64_t divided = 0;
  for (const Model* model : models()) {
    if (model->program->lock_step() || model->copies_network || !is_for(*model, "ring")) continue;
    if (!is_tried()) continue;
    CAPTURE(model->full_name());
    for (const int loss : {0, 1}) {
      Scenario scenario = on_ring(*model, 3);
      scenario.faults.loss = loss;
      Limits for_whole(memory);
      Limits for_parts(memory);
      const CheckResult whole = check(std::as_const(scenario), for_whole, {.keep_going = true});
      const CheckResult parts =
          check(std::as_const(scenario), for_parts, {.keep_going = true, .room = disk(0)});
      REQUIRE(whole.stopped == StopReason::none);
      CHECK(difference_in_checks(parts, whole) == "");
      divided += for_parts.on_disk;
    }
  }
  CHECK(divided > (brief ? 0 : 100));
}

TEST_CASE("random toys, also with fewer steps because of independence") {
  for (const Network network : {Network::fifo, Network::bag, Network::set}) {
    Tally tally;
    CHECK(rc::check("parts on " + name(network),
                    [&] { toy_agrees(read_tape(draw_tape(tape_length)), network, tally); }));
    CHECK(rc::check("parts of comparing toys on " + name(network), [&] {
      toy_agrees(read_order_tape(draw_tape(order_tape_length), false), network, tally);
    }));
    // On set, most toys take the same message again and again.
    if (network != Network::set && !brief) CHECK(tally.divided > 5);
  }
}

TEST_CASE("large instances, in files") {
  Tally tally;
  for (const Network network : {Network::fifo, Network::bag}) {
    Scenario scenario = ring("chang-roberts", network, {8, 7, 6, 5, 4, 3, 2, 1});
    CHECK(difference(scenario, disk(std::size_t{1} << 18), tally, 4 * memory) == "");
    scenario = ring("chang-roberts", network, {5, 4, 3, 2, 1});
    scenario.faults.duplicate = 1;  // and several leaders
    CHECK(difference(scenario, disk(std::size_t{1} << 14), tally) == "");
  }
  CHECK(difference(ring("hirschberg-sinclair", Network::fifo, {4, 1, 6, 2, 5, 3}), disk(std::size_t{1} << 16),
                   tally) == "");
  CHECK(tally.divided == tally.instances);
}

TEST_CASE("what does not fit widens on the way") {
  Scenario scenario = ring("chang-roberts", Network::bag, {6, 5, 4, 3, 2, 1});
  scenario.reduction = {.symmetry = false, .order = false, .independence = false};
  const Instance instance = first_of(scenario);
  Limits limits(memory);
  Machine machine(scenario);
  Explorer alone(scenario, limits);
  const InstanceResult expected = alone.explore(instance);
  for (const std::size_t bytes : {std::size_t{1} << 14, std::size_t{1} << 20}) {
    machine.load(instance);
    Widths widths;
    widths.component.assign(machine.values().component_count(), 1);
    widths.tag = 1;
    const Room few = disk(bytes);
    const SizedParts made = make_disk_pass(12, machine, limits, widths, few);
    REQUIRE(made.words == 12);
    for (int again = 0; again < 2; ++again) {
      made.parts->run(false);
      CHECK(difference_in_results(made.parts->result(), expected) == "");
    }
    CHECK(*std::ranges::max_element(widths.component) > 4);
  }
}

TEST_CASE("what cannot be divided is explored whole, if there is room; and it is told why") {
  Limits limits(memory);
  const Room few = disk(0);
  const auto why = [&](const Scenario& scenario) {
    Machine machine(scenario);
    machine.load(first_of(scenario));
    Widths widths;
    widths.component.assign(machine.values().component_count(), 4);
    try {
      make_disk_pass(1, machine, limits, widths, few).parts->run(false);
    } catch (const Whole& whole) {
      return whole.why;
    }
    return std::string();
  };
  CHECK(why(on_ring(*find_model("lcr"), 3)) == "it is of lock step");
  const Model model = make_model<Token>();
  const Scenario for_ever = on_ring(model, 3);
  CHECK(why(for_ever) == "executions may go on for ever");
  Tally tally;
  CHECK(difference(for_ever, few, tally) == "");
  CHECK(tally.instances > 0);
  CHECK(tally.divided == 0);

  Limits little(std::size_t{1} << 19);
  const Scenario larger = on_ring(model, 9);
  Explorer explorer(larger, little, {}, few);
  Instances instances(larger);
  Instance instance;
  while (little.reason() == StopReason::none && instances.next(instance)) explorer.explore(instance);
  CHECK(little.reason() == StopReason::memory);
  CHECK(little.undivided() == "it would have more than 400 parts");
}

TEST_CASE("a limit ends it, and so does a folder that is not there") {
  const Scenario scenario = ring("chang-roberts", Network::bag, {8, 7, 6, 5, 4, 3, 2, 1});
  const Instance instance = first_of(scenario);
  Limits limits(memory);
  Explorer explorer(scenario, limits, {}, disk(std::size_t{1} << 16));
  {
    const std::jthread later([&] {
      while (limits.states < 100'000) std::this_thread::yield();
      limits.stop(StopReason::interrupted);
    });
    const InstanceResult result = explorer.explore(instance);
    CHECK(result.stopped == StopReason::interrupted);
    CHECK(result.states > 1000);
    CHECK(result.costs.empty());
  }
  Limits others(memory);
  Explorer without(scenario, others, {}, Room{"/no/such/folder", std::size_t{1} << 16});
  CHECK(without.explore(instance).stopped == StopReason::disk);
  CHECK(others.undivided() == "cannot make a temporary file in `/no/such/folder`: No such file or directory");
}

TEST_CASE("a file gives back what was added, wherever it was kept") {
  std::mt19937_64 random(3);
  Spill spill(std::filesystem::temp_directory_path().string());
  std::vector<std::uint64_t> expected;
  for (int round = 0; round < (brief ? 200 : 2000); ++round) {
    std::vector<std::uint64_t> numbers(1 + random() % 700);
    for (auto& number : numbers) number = random();
    if (random() % 5 < 3) {
      spill.add(bytes_of(numbers));
      expected.insert(expected.end(), numbers.begin(), numbers.end());
    } else {
      numbers.resize(spill.take(bytes_of(numbers)) / sizeof(numbers[0]));
      REQUIRE(std::ranges::equal(numbers, std::span(expected).last(numbers.size())));
      expected.resize(expected.size() - numbers.size());
    }
    REQUIRE(spill.size() == 8 * expected.size());
    if (random() % 50 == 0) {
      std::vector<std::uint64_t> all;
      std::vector<std::uint64_t> some(1 + random() % 3000);
      for (std::uint64_t at = 0; at < spill.size();) {
        const std::size_t count = spill.read(at, bytes_of(some));
        REQUIRE(count > 0);
        all.insert(all.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count / 8));
        at += count;
      }
      REQUIRE(all == expected);
      Spill other = std::move(spill);
      spill = std::move(other);
    }
    if (random() % 100 == 0) {
      spill.clear();
      expected.clear();
    }
  }
}

TEST_CASE("a division asks one question after the other, and knows what leads where") {
  Division division;
  CHECK(division.part_of(Two{{3, 5}}) == 0);
  division.divide(0, {.component = 0, .yes = 0b1110, .goes_one_way = true});
  division.divide(1, {.component = 1, .yes = 0b10, .goes_one_way = false});
  division.divide(0, {.component = 1, .yes = 0b100, .goes_one_way = true});
  division.divide(2, {.component = 0, .yes = 0b100, .goes_one_way = true});
  CHECK(division.parts() == 5);
  CHECK(division.part_of(Two{{0, 0}}) == 0);
  CHECK(division.part_of(Two{{64, 66}}) == 3);
  CHECK(division.part_of(Two{{1, 0}}) == 1);
  CHECK(division.part_of(Two{{1, 1}}) == 2);
  CHECK(division.part_of(Two{{2, 1}}) == 4);
  CHECK(division.groups() == std::vector<std::vector<Division::Part>>{{0}, {3}, {1, 2, 4}});
}

TEST_SUITE_END();

}  // namespace conclave::divided
