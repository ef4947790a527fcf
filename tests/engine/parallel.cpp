// One instance explored by several threads together against one alone.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <array>
#include <sstream>
#include <thread>

#include "author/model.hpp"
#include "engine/counts.hpp"
#include "engine/passes/parallel/threads.hpp"
#include "engine/passes/passes.hpp"
#include "engine/run/explorer.hpp"
#include "engine/storage/layout.hpp"
#include "machine/independence.hpp"
#include "machine/machine.hpp"
#include "oracle/compared.hpp"
#include "toys/order_toy.hpp"
#include "toys/tape.hpp"
#include "toys/toy.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

constexpr std::size_t memory = std::size_t{64} << 20;
constexpr std::size_t little = std::size_t{1} << 20;       // what needs more is not compared
constexpr std::size_t very_little = std::size_t{1} << 17;  // because channels of toys may fill for ever

Task together(SpareThreads& spare) { return {.witness = {}, .spare = &spare, .large = 0}; }

std::string difference(const InstanceResult& is, const InstanceResult& should) {
  std::ostringstream out;
  out << difference_in_counts(is, should);
  for (std::size_t p = 0; p < most_properties; ++p) {
    const auto& path = is.violations[p];
    const auto& other = should.violations[p];
    if (path.has_value() != other.has_value()) {
      out << "violation of property " << p << ": " << path.has_value() << "\n";
    } else if (path && (path->steps != other->steps || path->loop != other->loop)) {
      out << "counterexample of property " << p << "\n";
    }
  }
  return out.str();
}

struct Tally {
  int instances = 0;
  int violated = 0;
  std::uint64_t largest = 0;
};

// The first instances, as long as they are not too large.
std::string difference(const Scenario& scenario, int threads, Tally& tally, std::size_t enough = little) {
  constexpr int most = 6;
  Limits for_one(enough);
  Limits for_many(memory);
  Explorer alone(scenario, for_one);
  Explorer many(scenario, for_many);
  Instances instances(scenario);
  Instance instance;
  for (int i = 0; i < most && instances.next(instance); ++i) {
    const InstanceResult expected = alone.explore(instance);
    if (expected.stopped != StopReason::none) break;
    SpareThreads spare(threads - 1);
    const InstanceResult found = many.explore(instance, together(spare));
    ++tally.instances;
    tally.violated += expected.violated() ? 1 : 0;
    tally.largest = std::max(tally.largest, expected.states);
    if (const std::string wrong = difference(found, expected); !wrong.empty())
      return describe(scenario, instance) + "\n" + wrong;
  }
  return "";
}

// Which of a scenario's properties are asked. Where it matters what follows on a configuration, another pass
// is taken.
enum class Asked { all, standard, reachability };
constexpr std::array every_way{Asked::all, Asked::standard, Asked::reachability};

void ask(Scenario& scenario, Asked asked) {
  PropertySet of;
  for (unsigned p = 0; p < standard_count; ++p) {
    const auto id = static_cast<PropertyId>(p);
    const bool implied =
        id != PropertyId::can_terminate || scenario.properties.contains(PropertyId::termination);
    if (scenario.properties.contains(id) && implied) of.add(id);
  }
  if (asked == Asked::standard) scenario.properties = of;
  if (asked == Asked::reachability) scenario.properties = just(PropertyId::can_elect);
}

Tally compare_models(Network network, std::size_t enough = little) {
  Tally tally;
  for (const Model* model : models()) {
    if (model->program->lock_step() || (model->copies_network && network != model->network)) continue;
    for (int n = 1; n <= (brief ? 2 : 3); ++n) {
      for (const bool independence : {false, true}) {
        for (const bool all_start : {false, true}) {
          Scenario scenario = on(*model, topologies_for(*model).front(), n);
          scenario.network = network;
          scenario.reduction.independence = independence;
          if (independence && !independence_applies(scenario)) continue;
          if (all_start && model->sleeps) scenario.initiators = all();
          if (all_start && !model->sleeps) continue;
          const PropertySet properties = scenario.properties;
          for (const Asked asked : every_way) {
            scenario.properties = properties;
            ask(scenario, asked);
            if (is_tried()) CHECK(difference(scenario, independence ? 3 : 2, tally, enough) == "");
          }
        }
      }
    }
  }
  return tally;
}

// On a ring, in one order.
Scenario plain_ring(const char* model, Network network, std::vector<int> ids) {
  Scenario scenario = on_ring(*find_model(model), static_cast<int>(ids.size()));
  scenario.network = network;
  scenario.identifiers = order(std::move(ids));
  return scenario;
}

// On a ring and on `set`, each process in turn tosses a die, and a message says what all showed until it is
// back. Only if all showed the first face, or all the last, is something repeated that changes nothing, until
// the one who repeats it is told to leave. Threads begin at both ends, so the one that finishes first has met
// only one of the two repetitions.
struct Dice {
  static constexpr About about{.name = "dice",
                               .summary = "a test",
                               .source = "test",
                               .network = Network::set,
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {3, 6}};
  enum class Kind { toss, first, last, leave };
  struct Message {
    Kind kind;
    bool all_first = false;  // of a toss
    bool all_last = false;
    bool repeated = false;
  };
  struct State {
    int shows = -1;
    bool begins = false;
    bool done = false;
  };
  static constexpr int last_face = 5;
  static bool asleep(const State& s) { return s.shows < 0; }
  static bool decided(const State&) { return true; }
  static bool accepts(const State& s, const Message& m) {
    if (s.done || m.repeated) return false;
    return m.kind == Kind::toss ? s.begins || s.shows < 0 : s.shows >= 0;
  }
  static void start(auto& p) {
    p.state.begins = true;
    toss(p, {.kind = Kind::toss, .all_first = true, .all_last = true});
  }
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::toss && !p.state.begins) {
      toss(p, m);
    } else if (m.kind == Kind::toss) {
      p.state.done = true;
      if (m.all_first) p.send(next, {.kind = Kind::first});
      if (m.all_last) p.send(next, {.kind = Kind::last});
      p.send(next, {.kind = Kind::leave});
    } else if (m.kind == Kind::leave) {
      p.state.done = true;
    } else {
      p.send(next, {.kind = m.kind, .repeated = true});
    }
  }
  static void toss(auto& p, Message m) {
    p.state.shows = static_cast<int>(p.choose(last_face + 1));
    m.all_first = m.all_first && p.state.shows == 0;
    m.all_last = m.all_last && p.state.shows == last_face;
    p.send(next, m);
  }
};
BOOST_DESCRIBE_ENUM(Dice::Kind, toss, first, last, leave)
BOOST_DESCRIBE_STRUCT(Dice::Message, (), (kind, all_first, all_last, repeated))
BOOST_DESCRIBE_STRUCT(Dice::State, (), (shows, begins, done))

Instance first_of(const Scenario& scenario) {
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  return instance;
}

template <class Run>
void toy_agrees(const Run& run, Network network) {
  const Model model = model_of(run.toy);
  for (const bool reduced : {false, true}) {
    Scenario scenario = scenario_of(run, model, network);
    scenario.reduction.independence = reduced;
    if (reduced && !independence_applies(scenario)) continue;
    const PropertySet properties = scenario.properties;
    for (const Asked asked : every_way) {
      scenario.properties = properties;
      ask(scenario, asked);
      Tally tally;
      const std::string wrong = difference(scenario, 2 + run.processes % 2, tally, very_little);
      if (wrong.empty()) continue;
      RC_LOG() << run << name(network) << "\n" << wrong;
      RC_FAIL("threads together find something else than one alone");
    }
  }
}

}  // namespace

TEST_SUITE_BEGIN("parallel");

TEST_CASE("every model on fifo") {
  const Tally tally = compare_models(Network::fifo);
  CHECK(tally.instances > (brief ? 20 : 500));
  CHECK(tally.violated > (brief ? 2 : 50));
}
TEST_CASE("every model on bag") { CHECK(compare_models(Network::bag).largest > (brief ? 10 : 1000)); }
// There some models never stop, and what their processes know grows and grows.
TEST_CASE("every model on set") {
  CHECK(compare_models(Network::set, very_little).violated > (brief ? 2 : 50));
}

TEST_CASE("large instances, where threads meet all the time") {
  for (const Network network : {Network::fifo, Network::bag}) {
    for (int threads = 2; threads <= 4; ++threads) {
      Tally tally;
      CHECK(difference(plain_ring("chang-roberts", network, {6, 5, 4, 3, 2, 1}), threads, tally) == "");
      CHECK(difference(plain_ring("chang-roberts", network, {3, 6, 1, 5, 2, 4, 7}), threads, tally) == "");
      CHECK(tally.largest > 2000);
      CHECK(tally.violated == 0);
    }
  }
  for (int again = 0; again < (brief ? 1 : 3); ++again) {
    Tally tally;
    const Scenario larger = plain_ring("chang-roberts", Network::bag, {7, 6, 5, 4, 3, 2, 1});
    CHECK(difference(larger, 2 + again, tally, memory) == "");
    CHECK(tally.largest > 80'000);
  }
  Tally violated;
  Scenario scenario = plain_ring("chang-roberts", Network::bag, {5, 4, 3, 2, 1});
  scenario.faults.duplicate = 1;
  CHECK(difference(scenario, 2, violated) == "");
}

TEST_CASE("what repeats without end where only one of the threads has been") {
  const Model model = make_model<Dice>();
  Scenario scenario = on_ring(model, 6);
  scenario.identifiers = order({6, 5, 4, 3, 2, 1});
  scenario.initiators = listed({0});
  scenario.properties = {};
  scenario.properties.add(PropertyId::unique_leader);
  Tally tally;
  CHECK(difference(scenario, 2, tally, memory) == "");
  CHECK(tally.largest > 50'000);
}

TEST_CASE("what does not fit begins with the widths of one thread, and grows and widens on the way") {
  const Scenario scenario = plain_ring("chang-roberts", Network::bag, {6, 5, 4, 3, 2, 1});
  const Instance instance = first_of(scenario);
  Limits limits(memory);
  Machine machine(scenario);
  Explorer alone(scenario, limits);
  const InstanceResult expected = alone.explore(instance);
  for (const std::size_t words : {2, 3, 12}) {
    machine.load(instance);
    Widths widths;
    widths.component.assign(machine.values().component_count(), 1);
    widths.tag = 1;
    const auto made = make_parallel_pass(words, machine, limits, widths, {}, 2);
    REQUIRE(made.pass);
    REQUIRE(made.words == words);
    const std::uint8_t narrow = widths.component[0];
    CHECK(made.pass->run(false, {}, nullptr));
    CHECK(difference(made.pass->result, expected) == "");
    CHECK(widths.component[0] > narrow);
    CHECK(widths.tag > 1);
    CHECK(made.pass->run(false, {}, nullptr));  // once more, as it is
    CHECK(difference(made.pass->result, expected) == "");
  }
}

TEST_CASE("there are passes for threads together where a model's properties look at the network") {
  const Scenario scenario = on(*find_model("spanning-tree"), "complete", 4);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  Limits limits(memory);
  Machine machine(scenario);
  machine.load(instance);
  REQUIRE(machine.judge().sees_network());
  Widths widths;
  widths.component.assign(machine.values().component_count(), Widths::first_bits);
  CHECK(make_parallel_pass(2, machine, limits, widths, {}, 2).pass);
}

TEST_CASE("there are no passes for threads together in lock step, or of very many words") {
  const Scenario rounds = on_ring(*find_model("lcr"), 3);
  Limits limits(memory);
  Widths widths;
  Machine in_lock_step(rounds);
  CHECK(!has_parallel_pass(1, in_lock_step));
  CHECK(!make_parallel_pass(1, in_lock_step, limits, widths, {}, 2).pass);
  const Scenario scenario = on_ring(*find_model("chang-roberts:maxid"), 3);  // It states a leads-to.
  Machine machine(scenario);
  CHECK(has_parallel_pass(12, machine));
  CHECK(make_parallel_pass(12, machine, limits, widths, {}, 2).pass);
  CHECK(!has_parallel_pass(13, machine));
  CHECK(!make_parallel_pass(13, machine, limits, widths, {}, 2).pass);
}

TEST_CASE("threads do not explore together where properties look at messages") {
  const Scenario scenario = on(*find_model("complete-network"), "complete", 3);
  Limits limits(memory);
  Widths widths;
  Machine machine(scenario);
  REQUIRE(machine.judge().sees_messages());
  CHECK(!has_parallel_pass(2, machine));
  CHECK(make_parallel_pass(2, machine, limits, widths, {}, 2).pass);
}

TEST_CASE("what follows on a configuration, by threads together") {
  for (const Network network : {Network::fifo, Network::bag}) {
    for (int threads = 2; threads <= 4; ++threads) {
      Tally tally;
      CHECK(difference(plain_ring("chang-roberts:maxid", network, {6, 5, 4, 3, 2, 1}), threads, tally) == "");
      CHECK(tally.largest > 1000);
      Scenario faulty = plain_ring("chang-roberts:maxid", network, {2, 4, 1, 3});
      faulty.faults.loss = 1;
      CHECK(difference(faulty, threads, tally) == "");
      CHECK(tally.violated == 1);
    }
  }
}

TEST_CASE("a limit of memory ends all threads: an incomplete result that says so") {
  const Scenario scenario = plain_ring("chang-roberts", Network::bag, {7, 6, 5, 4, 3, 2, 1});
  const Instance instance = first_of(scenario);
  for (const std::size_t bytes : {std::size_t{1} << 18, std::size_t{1} << 19, std::size_t{1} << 20}) {
    Limits limits(bytes);
    Explorer explorer(scenario, limits);
    SpareThreads spare(1);
    const InstanceResult result = explorer.explore(instance, together(spare));
    CHECK(result.stopped == StopReason::memory);
    CHECK(result.states > 500);
    CHECK(result.transitions > 0);
    CHECK(result.costs.empty());
    CHECK(!result.violated());
  }
}

TEST_CASE("a limit from outside ends all threads") {
  const Scenario scenario = plain_ring("chang-roberts", Network::bag, {7, 6, 5, 4, 3, 2, 1});
  const Instance instance = first_of(scenario);
  Limits limits(memory);
  Explorer explorer(scenario, limits);
  limits.stop(StopReason::interrupted);
  SpareThreads spare(2);
  CHECK(explorer.explore(instance, together(spare)).stopped == StopReason::interrupted);
}

TEST_CASE("a limit that comes while they explore ends all threads") {
  const Scenario scenario = plain_ring("chang-roberts", Network::bag, {8, 7, 6, 5, 4, 3, 2, 1});
  const Instance instance = first_of(scenario);
  Limits limits(memory);
  Explorer explorer(scenario, limits);
  const std::jthread later([&] {
    while (limits.states < 50'000) std::this_thread::yield();
    limits.stop(StopReason::time);
  });
  SpareThreads spare(1);
  const InstanceResult result = explorer.explore(instance, together(spare));
  CHECK(result.stopped == StopReason::time);
  CHECK(result.states < 785'664);
}

TEST_CASE("random toys on fifo") {
  CHECK(rc::check("together on fifo", [] { toy_agrees(read_tape(draw_tape(tape_length)), Network::fifo); }));
}
TEST_CASE("random toys on bag") {
  CHECK(rc::check("together on bag", [] { toy_agrees(read_tape(draw_tape(tape_length)), Network::bag); }));
}
TEST_CASE("random toys on set") {
  CHECK(rc::check("together on set", [] { toy_agrees(read_tape(draw_tape(tape_length)), Network::set); }));
}
TEST_CASE("random toys that compare") {
  for (const Network network : {Network::fifo, Network::bag}) {
    CHECK(rc::check("comparing toys together", [network] {
      toy_agrees(read_order_tape(draw_tape(order_tape_length), false), network);
    }));
  }
}

TEST_SUITE_END();
