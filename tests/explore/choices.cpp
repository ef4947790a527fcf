// Executions that may stay where they are: what fairness owes is an action, not every outcome of it.
#include <doctest/doctest.h>

#include "naive/compare.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

constexpr About about_test(Network network) {
  return {.name = "test",
          .summary = "a test",
          .source = "test",
          .network = network,
          .topology = "ring",
          .initiators = Initiative::all,
          .processes = {1, 2}};
}

struct Base {
  static constexpr About about = about_test(Network::set);
  struct Message {
    bool again;
  };
  struct State {
    bool started = false;
    bool done = false;
  };
  static bool asleep(const State& s) { return !s.started; }
  static bool decided(const State& s) { return s.done; }
};
BOOST_DESCRIBE_STRUCT(Base::Message, (), (again))
BOOST_DESCRIBE_STRUCT(Base::State, (), (started, done))

// Starts, or puts it off, for ever if the adversary likes.
struct Hesitates : Base {
  static void start(auto& p) {
    if (p.choose(2) == 1) p.state = {.started = true, .done = true};
  }
  static void receive(auto&, Message, Port) {}
};

// One of two messages leads away: fairness delivers that one in the end, the other changes nothing.
struct HearsInTheEnd : Base {
  static void start(auto& p) {
    p.state.started = true;
    p.send(next, {false});
    p.send(next, {true});
  }
  static void receive(auto& p, Message m, Port) {
    if (m.again) p.state.done = true;
  }
  static bool receptive(const State& s) { return s.started && !s.done; }
};

// The same message, but the adversary picks what it does.
struct NeverListens : Base {
  static void start(auto& p) {
    p.state.started = true;
    p.send(next, {false});
  }
  static void receive(auto& p, Message, Port) { p.state.done = p.choose(2) == 1; }
  static bool receptive(const State& s) { return s.started && !s.done; }
};

template <class M>
bool terminates(int n) {
  const Model model = make_model<M>();
  const Scenario scenario = on_ring(model, n);
  Instances instances(scenario);
  Instance instance;
  bool holds = true;
  while (instances.next(instance)) {
    CHECK(naive::compare(scenario, instance, 1000).difference == "");
    Limits limits(std::size_t{1} << 26);
    Explorer explorer(scenario, limits);
    const InstanceResult result = explorer.explore(instance);
    CHECK(!result.violations[static_cast<std::size_t>(PropertyId::can_terminate)]);
    holds &= !result.violations[static_cast<std::size_t>(PropertyId::termination)];
  }
  return holds;
}

}  // namespace

TEST_SUITE_BEGIN("explore");

TEST_CASE("a choice that changes nothing may be made for ever") {
  for (const int n : {1, 2}) {
    CHECK(!terminates<Hesitates>(n));
    CHECK(!terminates<NeverListens>(n));
  }
}

TEST_CASE("a message that changes nothing may not keep another from being delivered") {
  for (const int n : {1, 2}) CHECK(terminates<HearsInTheEnd>(n));
}

TEST_SUITE_END();
