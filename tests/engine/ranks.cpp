// Instances that several processes explore together, with room for few configurations in each, against the
// same ones in one process. The processes are threads here; tests/mpi has real ones.
#include "engine/ranks/team.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "author/model.hpp"
#include "engine/counts.hpp"
#include "engine/run/check.hpp"
#include "engine/run/explorer.hpp"
#include "engine/thread_wire.hpp"
#include "engine/token.hpp"
#include "machine/expander.hpp"
#include "machine/independence.hpp"
#include "machine/machine.hpp"
#include "machine/meanings.hpp"
#include "oracle/compared.hpp"
#include "toys/order_toy.hpp"
#include "toys/tape.hpp"
#include "toys/toy.hpp"

namespace conclave::ranked {

using namespace conclave::testing;

namespace {

constexpr std::size_t memory = std::size_t{64} << 20;
constexpr std::size_t very_little = std::size_t{1} << 17;  // because channels of toys may fill for ever

Room room(std::size_t bytes = 0) { return {"", bytes}; }

struct Tally {
  std::uint64_t instances = 0;
  std::uint64_t together = 0;
};

void help_with_instances(const Scenario& scenario, Limits& limits, Wire& wire) {
  const LimitsInForce in_force(&limits);
  Explorer explorer(scenario, limits, {}, room());
  Patience pause;
  while (true) {
    const auto message = wire.receive();
    if (!message) {
      pause.wait();
      continue;
    }
    const Json json = Json::parse(message->text);
    if (json.contains("quit")) return;
    if (json.contains("explore")) explorer.help(json, wire);
  }
}

// The first instances, as long as they are not too large for one process that has enough memory.
std::string difference(const Scenario& scenario, int processes, std::size_t bytes, Tally& tally,
                       std::size_t enough = memory) {
  constexpr int most = 6;
  std::string wrong;
  const auto lead = [&](Wire& wire) {
    Limits for_whole(enough);
    Limits for_ranks(memory);
    const LimitsInForce in_force(&for_ranks);
    Explorer whole(scenario, for_whole);
    Explorer ranks(scenario, for_ranks, {}, room(bytes));
    Instances instances(scenario);
    Instance instance;
    for (int i = 0; i < most && wrong.empty() && instances.next(instance); ++i) {
      const InstanceResult expected = whole.explore(instance);
      if (expected.stopped != StopReason::none) break;
      const std::uint64_t before = for_ranks.by_all;
      InstanceResult found;
      ++tally.instances;
      try {
        found = ranks.explore(instance);
      } catch (const TooLarge&) {
        found = ranks.explore_together(instance, {}, wire);
      }
      const std::uint64_t together = for_ranks.by_all - before;
      tally.together += together;
      // What cannot be divided is perhaps explored without independence.
      if (scenario.reduction.independence && together == 0) continue;
      wrong = difference_in_results(found, expected);
      if (!wrong.empty()) wrong = describe(scenario, instance) + "\n" + wrong;
    }
  };
  among(processes, lead, [&](Wire& wire) {
    Limits limits(memory);
    help_with_instances(scenario, limits, wire);
  });
  return wrong;
}

Tally compare_models(Network network, int processes) {
  Tally tally;
  for (const Model* model : models()) {
    if (model->program->lock_step() || (model->copies_network && network != model->network)) continue;
    for (const bool independence : {false, true}) {
      Scenario scenario = on(*model, topologies_for(*model).front(), 3);
      scenario.network = network;
      scenario.reduction.independence = independence;
      if (independence && !independence_applies(scenario)) continue;
      if (is_tried()) CHECK(difference(scenario, processes, 0, tally, very_little) == "");
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
    const std::string wrong = difference(scenario, 3, 0, tally, very_little);
    if (wrong.empty()) continue;
    RC_LOG() << run << name(network) << "\n" << wrong;
    RC_FAIL("ranks find something else than one process");
  }
}

Scenario ring(const char* model, Network network, std::vector<int> ids) {
  Scenario scenario = on_ring(*find_model(model), static_cast<int>(ids.size()));
  scenario.network = network;
  scenario.identifiers = order(std::move(ids));
  return scenario;
}

// Checks a scenario with so many processes, each of which has so little room.
CheckResult check_among(int processes, const Scenario& scenario, const Effort& effort, Limits& limits,
                        std::size_t memory_of_others = memory) {
  CheckResult result;
  const auto lead = [&](Wire& wire) {
    Effort of_leader = effort;
    of_leader.wire = &wire;
    of_leader.room = room();
    result = check(scenario, limits, of_leader);
  };
  among(processes, lead, [&](Wire& wire) {
    Limits others(memory_of_others);
    serve({scenario}, others, {.room = room(), .wire = &wire});
  });
  return result;
}

// Counts what it receives, and does not bear the fifth.
struct Fifth {
  static constexpr About about{.name = "fifth",
                               .summary = "a test",
                               .source = "test",
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {1, 9}};
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    int received = 0;
    std::optional<Id> leader;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {p.id});
  }
  static void receive(auto& p, Message m, Port) {
    p.state.awake = true;
    if (++p.state.received == 5) throw std::runtime_error("the fifth");
    if (m.id != p.id) p.send(next, m);
  }
  static std::optional<Id> leader(const State& s) { return s.leader; }
};
BOOST_DESCRIBE_STRUCT(Fifth::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Fifth::State, (), (awake, received, leader))

}  // namespace

TEST_SUITE_BEGIN("ranks");

TEST_CASE("every model") {
  std::uint64_t together = 0;
  for (const Network network : {Network::fifo, Network::bag, Network::set})
    together += compare_models(network, network == Network::fifo ? 2 : 4).together;
  CHECK(together > (brief ? 0 : 30));
}

TEST_CASE("random toys, also with fewer steps because of independence") {
  for (const Network network : {Network::fifo, Network::bag, Network::set}) {
    Tally tally;
    CHECK(rc::check("ranks on " + name(network),
                    [&] { toy_agrees(read_tape(draw_tape(tape_length)), network, tally); }));
    CHECK(rc::check("ranks of comparing toys on " + name(network), [&] {
      toy_agrees(read_order_tape(draw_tape(order_tape_length), false), network, tally);
    }));
    if (network != Network::set && !brief) CHECK(tally.together > 5);
  }
}

TEST_CASE("every model, with all orders and their violations counted") {
  std::uint64_t together = 0;
  for (const Model* model : models()) {
    if (model->program->lock_step() || model->copies_network || !is_for(*model, "ring")) continue;
    if (!is_tried()) continue;
    CAPTURE(model->full_name());
    for (const int loss : {0, 1}) {
      for (const bool order_classes : {true, false}) {
        Scenario scenario = on_ring(*model, 3);
        scenario.faults.loss = loss;
        scenario.reduction.order = order_classes;
        Limits for_whole(memory);
        Limits for_ranks(memory);
        const CheckResult whole = check(std::as_const(scenario), for_whole, {.keep_going = true});
        const CheckResult found = check_among(3, scenario, {.keep_going = true}, for_ranks);
        REQUIRE(whole.stopped == StopReason::none);
        CHECK(difference_in_checks(found, whole) == "");
        together += for_ranks.by_all;
      }
    }
  }
  CHECK(together > (brief ? 0 : 100));
}

TEST_CASE("large instances") {
  Tally tally;
  for (const Network network : {Network::fifo, Network::bag}) {
    Scenario scenario = ring("chang-roberts", network, {7, 6, 5, 4, 3, 2, 1});
    CHECK(difference(scenario, 2, std::size_t{1} << 16, tally, 4 * memory) == "");
    scenario = ring("chang-roberts", network, {5, 4, 3, 2, 1});
    scenario.faults.duplicate = 1;  // and several leaders
    scenario.faults.crash = 1;
    CHECK(difference(scenario, 3, std::size_t{1} << 14, tally) == "");
  }
  CHECK(difference(ring("hirschberg-sinclair", Network::fifo, {4, 1, 6, 2, 5, 3}), 4, std::size_t{1} << 14,
                   tally) == "");
  CHECK(tally.together == tally.instances);
}

TEST_CASE("processes with several threads divide an instance, too") {
  Limits limits(memory);
  const CheckResult result =
      check_among(2, ring("chang-roberts", Network::fifo, {7, 6, 5, 4, 3, 2, 1}), {.threads = 2}, limits);
  CHECK(result.verdict == Verdict::holds);
  CHECK(limits.by_all == 1);
}

TEST_CASE("what may go on for ever is left to one process, if that has room") {
  const Model model = make_model<Token>();
  Tally tally;
  CHECK(difference(on_ring(model, 3), 2, 0, tally) == "");
  CHECK(tally.instances > 0);
  CHECK(tally.together == 0);
  Scenario larger = on_ring(model, 9);
  larger.reduction = {};
  Limits little(std::size_t{1} << 19);
  CHECK(check_among(2, larger, {}, little).stopped == StopReason::memory);
  CHECK(little.undivided() == "executions may go on for ever");
}

TEST_CASE("an error is told that one process meets, too, wherever it is met first") {
  const Model model = make_model<Fifth>();
  const Scenario scenario = on_ring(model, 6);
  const auto error = [&](const auto& run) -> std::string {
    try {
      Limits limits(memory);
      run(limits);
    } catch (const ModelError& failed) {
      return failed.what();
    }
    return "none";
  };
  const std::string alone = error([&](Limits& limits) { check(scenario, limits, {}); });
  CHECK(alone.find("the fifth") != std::string::npos);
  const std::string together = error([&](Limits& limits) { check_among(3, scenario, {}, limits); });
  CHECK(together.find("the fifth") != std::string::npos);
}

TEST_CASE("a limit of any process ends all of them, and what was counted is kept") {
  const Scenario scenario = ring("chang-roberts", Network::bag, {8, 7, 6, 5, 4, 3, 2, 1});
  {
    Limits limits(memory);
    const CheckResult result = check_among(3, scenario, {}, limits, std::size_t{1} << 20);
    CHECK(result.stopped == StopReason::memory);
    CHECK(result.states > 1000);
  }
  Limits limits(memory);
  const std::jthread later([&] {
    while (limits.states < 100'000) std::this_thread::yield();
    limits.stop(StopReason::interrupted);
  });
  const CheckResult result = check_among(2, scenario, {}, limits);
  CHECK(result.stopped == StopReason::interrupted);
  CHECK(result.states > 1000);
}

// While the leader asks, data go from rank 2 to rank 1, which has answered, and back to rank 2, which has
// not.
TEST_CASE("a phase is not over as long as a rank may have something to do") {
  ThreadWire::Post post(3);
  std::vector<std::unique_ptr<ThreadWire>> wires;
  std::vector<std::unique_ptr<Limits>> limits;
  std::vector<std::unique_ptr<Team>> team;
  for (int rank = 0; rank < 3; ++rank) {
    wires.push_back(std::make_unique<ThreadWire>(post, rank));
    limits.push_back(std::make_unique<Limits>(memory));
    team.push_back(std::make_unique<Team>(*wires.back(), *limits.back()));
  }
  team[0]->wait_for_others();
  auto& box = post.boxes[2].from[0];
  team[0]->hear(true);  // asks
  team[1]->hear(true);  // answers
  REQUIRE(box.size() == 1);
  const std::string question = box.front();
  box.clear();
  team[2]->send(1, "there");
  team[1]->hear(true);
  REQUIRE(team[1]->take());
  team[1]->send(2, "back");
  team[2]->hear(true);
  REQUIRE(team[2]->take());
  box.push_back(question);
  team[2]->hear(true);
  const auto hear = [&](bool busy) {
    for (int again = 0; again < 10; ++again) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      team[0]->hear(true);
      team[1]->hear(!busy);
      team[2]->hear(true);
    }
  };
  hear(true);
  CHECK(!team[0]->is_over());
  hear(false);
  for (const auto& each : team) CHECK(each->is_over());
}

TEST_CASE("values mean the same in machines that have met them in another sequence") {
  Scenario scenario = ring("lamport-election", Network::bag, {3, 1, 2});
  scenario.faults.crash = 1;
  scenario.reduction = {};
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  Machine here(scenario);
  Machine there(scenario);
  here.load(instance);
  there.load(instance);
  // Explores here, and tells it there from the last one to the first one.
  Expander expander(here);
  Successors successors;
  std::vector<Configuration> seen(1);
  seen[0].cells.resize(here.values().component_count());
  for (std::size_t i = 0; i < seen.size() && seen.size() < 2000; ++i) {
    const Configuration from = seen[i];
    expander.expand(from, successors);
    for (const auto& each : successors) {
      if (std::ranges::find(seen, each.configuration) == seen.end()) seen.push_back(each.configuration);
    }
  }
  int others = 0;
  for (std::size_t c = 0; c < here.values().component_count(); ++c) {
    const std::size_t count = here.meanings().count(c);
    for (std::size_t value = count; value-- > 0;) {
      const Encoded meaning = here.meanings().of(c, static_cast<std::uint32_t>(value));
      const std::uint32_t told = there.meanings().value(c, meaning);
      CHECK(there.meanings().of(c, told) == meaning);
      CHECK(there.meanings().value(c, meaning) == told);
      others += told == value ? 0 : 1;
    }
    if (count > 0) CHECK(there.meanings().count(c) == count);
  }
  CHECK(others > 10);
}

TEST_SUITE_END();

}  // namespace conclave::ranked
