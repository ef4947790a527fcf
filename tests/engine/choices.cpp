// Executions that may stay where they are: what fairness owes is an action, not
// every outcome of it.
#include "author/model.hpp"
#include "engine/examples.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

struct Hesitant {
  static constexpr About about = example(Network::set);
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
BOOST_DESCRIBE_STRUCT(Hesitant::Message, (), (again))
BOOST_DESCRIBE_STRUCT(Hesitant::State, (), (started, done))

// Starts, or puts it off, for ever if the adversary likes.
struct Hesitates : Hesitant {
  static void start(auto& p) {
    if (p.choose(2) == 1) p.state = {.started = true, .done = true};
  }
  static void receive(auto&, Message, Port) {}
};

// One of two messages leads away: fairness delivers that one in the end, the
// other changes nothing.
struct HearsInTheEnd : Hesitant {
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

// Objects to the message that changes nothing.
struct Objects : HearsInTheEnd {
  static constexpr bool asserts = true;
  static void receive(auto& p, Message m, Port) {
    p.require(m.again, "only what leads on");
    if (m.again) p.state.done = true;
  }
};

// The same message, but the adversary picks what it does.
struct NeverListens : Hesitant {
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
  bool holds = true;
  for (const InstanceResult& result : explore_checked(scenario)) {
    CHECK(!violation(result, PropertyId::can_terminate));
    holds &= !violation(result, PropertyId::termination);
  }
  return holds;
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("a choice that changes nothing may be made for ever") {
  for (const int n : {1, 2}) {
    CHECK(!terminates<Hesitates>(n));
    CHECK(!terminates<NeverListens>(n));
  }
}

TEST_CASE(
    "a message that changes nothing may not keep another from being "
    "delivered") {
  for (const int n : {1, 2}) CHECK(terminates<HearsInTheEnd>(n));
}

TEST_CASE("a step that leads back may break something") {
  const Model model = make_model<Objects>();
  for (const int n : {1, 2}) {
    const Scenario scenario = on_ring(model, n);
    Limits limits(std::size_t{1} << 28);
    Explorer explorer(scenario, limits);
    for (const InstanceResult& result : explore_checked(scenario))  // by the graph pass
      CHECK(violation(result, PropertyId::assertions));
    Instances instances(scenario);
    for (Instance instance; instances.next(instance);)  // by the fast pass first
      CHECK(violation(explorer.explore(instance), PropertyId::assertions));
  }
}

TEST_SUITE_END();
