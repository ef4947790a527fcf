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

// The same, where the choice that changes nothing comes last.
struct ListensAtFirst : NeverListens {
  static void receive(auto& p, Message, Port) { p.state.done = p.choose(2) == 0; }
};

// Repeats what it hears, each message another number of times, until it is told to leave; then one of another
// kind, likewise.
struct Repeats {
  static constexpr About about = example(Network::set);
  enum class Kind { usual, rare, leave };
  struct Message {
    Kind kind;
    int number;
  };
  struct State {
    int phase = 0;
  };
  static constexpr int many = 30;  // more than the fast pass tells apart by bits (StepTables::last_cost)
  static bool asleep(const State& s) { return s.phase == 0; }
  static bool decided(const State& s) { return s.phase == 3; }
  static bool accepts(const State& s, const Message& m) {
    return m.kind == Kind::leave ? m.number == s.phase : s.phase == (m.kind == Kind::usual ? 1 : 2);
  }
  static void start(auto& p) {
    p.state.phase = 1;
    for (int number = 1; number <= many; ++number) p.send(next, {Kind::usual, number});
    p.send(next, {Kind::leave, 1});
  }
  static void receive(auto& p, Message m, Port) {
    if (m.kind != Kind::leave) {
      for (int i = 0; i < m.number; ++i) p.send(next, m);
    } else if (++p.state.phase == 2) {
      p.send(next, {Kind::rare, 1});
      p.send(next, {Kind::leave, 2});
    }
  }
};
BOOST_DESCRIBE_ENUM(Repeats::Kind, usual, rare, leave)
BOOST_DESCRIBE_STRUCT(Repeats::Message, (), (kind, number))
BOOST_DESCRIBE_STRUCT(Repeats::State, (), (phase))

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
    CHECK(!terminates<ListensAtFirst>(n));
  }
}

TEST_CASE(
    "a message that changes nothing may not keep another from being "
    "delivered") {
  for (const int n : {1, 2}) CHECK(terminates<HearsInTheEnd>(n));
}

TEST_CASE("what a step that leads back costs has no bound, however many cost something else") {
  const Model model = make_model<Repeats>();
  for (const InstanceResult& result : explore_checked(on_ring(model, 1))) {
    const Costs costs(*model.program);
    for (const char* each : {"messages", "usual", "rare", "deliveries"})
      CHECK(!result.costs.at(*costs.find(each)).max);
    CHECK(result.costs.at(*costs.find("leave")) == Extremes{2, 2});
  }
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
