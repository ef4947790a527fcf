// Independence broken on purpose: without any one of the conditions on which it rests something comes out
// differently, and so these tests would notice. This is about fifo; broken_commuting.cpp is about bag.
#include "reductions/independence_examples.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// Who starts lights its lamp or leaves it dark. Only the lamp of the smaller identifier burns: that may end.
struct Lamps {
  static constexpr About about = example(Initiative::all);
  struct Message {
    bool there;
  };
  struct State {
    bool awake = false;
    bool done = false;
    bool lit = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool undecided(const State& s) { return s.awake && !s.done; }
  static OwnSteps<Lamps> own_steps() { return {{Duty::owed, "decides", undecided, decides}}; }
  static bool receptive(const State&) { return false; }
  static bool decided(const State& s) { return s.done; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {true});
  }
  static void decides(auto& p) {
    p.state.done = true;
    p.state.lit = p.choose(2) == 1;
  }
  static void receive(auto&, Message, Port) {}
  static std::vector<Stated<Lamps>> properties() {
    return {{Form::stable, "only-the-smaller", "", [](const Global<Lamps>& g) {
               static constexpr auto lit = [](const State& s) { return s.lit; };
               const std::vector<Place> all = g.places();
               return std::ranges::any_of(all, [&](Place i) {
                 return std::ranges::any_of(
                     all, [&](Place j) { return g.id(i) < g.id(j) && g.state(i, lit) && !g.state(j, lit); });
               });
             }}};
  }
};
BOOST_DESCRIBE_STRUCT(Lamps::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Lamps::State, (), (awake, done, lit))

// Who starts by itself sends a message, or two if its identifier is larger than its neighbour's; who is woken
// sends nothing.
struct Woken {
  static constexpr About about = example(Initiative::any);
  static constexpr Knowledge knows = Knowledge::neighbours;
  struct Message {
    bool there;
  };
  struct State {
    bool awake = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {true});
    if (p.id > p.neighbour(next)) p.send(next, {true});
  }
  static void receive(auto& p, Message, Port) { p.state.awake = true; }
};
BOOST_DESCRIBE_STRUCT(Woken::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Woken::State, (), (awake))

// Who starts calls twice. Who is woken by the first call answers, and answers again before it hears the
// second one. Between its answers it should not crash.
struct Interrupted {
  static constexpr About about = example(Initiative::any);
  static constexpr bool asserts = true;
  struct Message {
    bool answers;
  };
  struct State {
    bool awake = false;
    bool midway = false;
    int answers = 0;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool running(const State& s) { return s.midway; }
  static OwnSteps<Interrupted> own_steps() { return {{Duty::owed, "answers again", running, answers_again}}; }
  static bool receptive(const State& s) { return !s.midway; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {false});
    p.send(next, {false});
  }
  static void crashed(auto& p, Port) { p.require(p.state.answers != 1, "the second answer comes"); }
  static void answers_again(auto& p) {
    p.state.midway = false;
    p.send(next, {true});
  }
  static void receive(auto& p, Message m, Port) {
    if (m.answers) ++p.state.answers;
    if (m.answers || p.state.awake) return;
    p.state.awake = p.state.midway = true;
    p.send(next, {true});
  }
};
BOOST_DESCRIBE_STRUCT(Interrupted::Message, (), (answers))
BOOST_DESCRIBE_STRUCT(Interrupted::State, (), (awake, midway, answers))

}  // namespace

TEST_SUITE_BEGIN("reductions-broken");

TEST_CASE("independence without one of its conditions") {
  SUBCASE("what the adversary may do at a process is among its steps") {
    Scenario scenario = on_ring(*find_model("chang-roberts"), 2);
    scenario.initiators = all();
    SUBCASE("loss") { scenario.faults.loss = 1; }
    SUBCASE("duplication") { scenario.faults.duplicate = 1; }
    shows_what_for(&Provisos::faults_included, scenario);
  }
  SUBCASE("a crash is among its steps") {
    const Model model = make_model<Interrupted>();
    Scenario scenario = only(on_ring(model, 2), PropertyId::assertions);
    scenario.initiators = listed({0});
    scenario.faults.crash = 1;
    shows_what_for(&Provisos::faults_included, scenario);
  }
  SUBCASE("all channels to it hold a message") {
    const Model model = make_model<Woken>();
    Scenario scenario = on_ring(model, 2);
    scenario.initiators = listed({0, 1});
    shows_what_for(&Provisos::channels_filled, scenario);
  }
  SUBCASE("nobody else reads its channels") {
    Scenario scenario = on_ring(*find_model("harmony-leader"), 3);
    scenario.network = Network::fifo;
    scenario.identifiers = duplicates();
    shows_what_for(&Provisos::channels_its_own, scenario);
  }
  SUBCASE("it owes a step") {
    const Model model = make_model<Sleepers>();
    shows_what_for(&Provisos::step_owed, on_ring(model, 2));
  }
  SUBCASE("nobody takes a decision back") {
    const Model model = make_model<LeadersInTurn>();
    shows_what_for(&Provisos::decisions_stay, only(on_ring(model, 2), PropertyId::unique_leader));
  }
  SUBCASE("one that is owed changes nothing that is looked at") {
    const Model model = make_model<OneAtATime>();
    shows_what_for(&Provisos::step_hidden, only(on_ring(model, 2), static_cast<PropertyId>(standard_count)));
  }
  SUBCASE("none changes anything of which a property says what follows on what") {
    const Model model = make_model<Lamps>();
    Scenario scenario = only(on_ring(model, 2), static_cast<PropertyId>(standard_count));
    scenario.identifiers = order({2, 1});
    shows_what_for(&Provisos::all_hidden, scenario);
  }
}

TEST_CASE("independence while faults are left") {
  Scenario scenario = only(on_ring(*find_model("chang-roberts"), 4), PropertyId::unique_leader);
  scenario.initiators = all();
  const auto leaves_out_many = [&] {
    const CheckResult none = check_all(scenario, Reduction::none());
    const CheckResult reduced = check_all(scenario, only_independence);
    CHECK(reduced.verdict == Verdict::holds);
    CHECK(2 * reduced.transitions < none.transitions);
  };
  for (const Network network : {Network::fifo, Network::bag}) {
    scenario.network = network;
    for (const Faults& faults : {Faults{.loss = 1}, Faults{.duplicate = 1}}) {
      scenario.faults = faults;
      leaves_out_many();
    }
  }
  scenario.network = Network::fifo;
  for (const Faults& faults : {Faults{.crash = 1}, Faults{.crash = 1, .recover = 1}}) {
    scenario.faults = faults;
    leaves_out_many();
  }
}

TEST_SUITE_END();
