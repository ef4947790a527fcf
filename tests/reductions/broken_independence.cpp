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

// Chang and Roberts' election, with a counter and a history at which properties may look.
struct Counted {
  static constexpr About about = example(Initiative::any);
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    std::optional<Id> leader;
    int heard = 0;
  };
  struct History {
    int steps = 0;
  };
  static void remember(History& history, const State&, const State&) {
    history.steps = std::min(history.steps + 1, 4);
  }
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {p.id});
  }
  static void receive(auto& p, Message m, Port) {
    p.state.heard = std::min(p.state.heard + 1, 3);
    if (!p.state.awake) start(p);
    if (m.id > p.id) p.send(next, m);
    if (m.id == p.id) p.state.leader = p.id;
  }
};
BOOST_DESCRIBE_STRUCT(Counted::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Counted::State, (), (awake, leader, heard))
BOOST_DESCRIBE_STRUCT(Counted::History, (), (steps))

// Properties of single configurations, each of which looks at a part of the state. Some are broken.
struct SomeSee : Counted {
  static Properties<SomeSee> properties() {
    using Ring = Global<SomeSee>;
    static constexpr auto leads = [](const State& s) { return s.leader.has_value(); };
    static constexpr auto heard = [](const State& s) { return s.heard > 1; };
    return {{Form::invariant, "few-leaders", "fewer lead than there are",
             [](const Ring& g) {
               const int number = g.processes();
               return g.count([&](bool does) { return does && number > 0; }, leads) < number;
             }},
            {Form::invariant, "heard-alike", "of two, both have heard more than one, or neither",
             [](const Ring& g) { return g.every_two([](bool a, bool b) { return a == b; }, heard); }},
            {Form::reachable, "nobody-heard-much", "somebody leads, and heard little", [](const Ring& g) {
               return std::ranges::any_of(g.alive(),
                                          [&](Place i) { return g.state(i, leads) && !g.state(i, heard); });
             }}};
  }
};
// Properties of what follows on what, which look at the history. Some are broken.
struct AllSee : Counted {
  static Properties<AllSee> properties() {
    using Ring = Global<AllSee>;
    static constexpr auto steps = [](const History& h) { return h.steps > 2; };
    return {{Form::stable, "tireless", "who took three steps has done so",
             [](const Ring& g) { return g.some([](bool did) { return did; }, steps); }},
            {Form::stable, "one-tireless", "just one took three steps",
             [](const Ring& g) { return g.exactly_one([](bool did) { return did; }, steps); }},
            {Form::leads_to, "all-tireless", "when one took three steps, all do",
             [](const Ring& g) { return g.some([](bool did) { return did; }, steps); },
             [](const Ring& g) { return g.every([](bool did) { return did; }, steps); }}};
  }
};

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

TEST_CASE("properties that look at a part of each process change nothing, and leave less to explore") {
  const auto states = [](const Scenario& scenario, const Reduction& reduction) {
    return check_all(scenario, reduction).states;
  };
  const Model some = make_model<SomeSee>();
  const Model all_do = make_model<AllSee>();
  for (int n = 1; n <= 4; ++n) {
    for (const Model* model : {&some, &all_do}) {
      CAPTURE(n);
      Scenario scenario = on_ring(*model, n);
      CHECK(difference_with(scenario, only_independence) == "");
      scenario.faults.crash = n < 4 ? 1 : 0;
      CHECK(difference_with(scenario, only_independence) == "");
      CHECK(difference_with(on_bag(scenario), only_independence) == "");
    }
    // This one holds, so that nothing is explored again in full.
    const Scenario holds = only(on_ring(some, n), static_cast<PropertyId>(standard_count));
    if (n > 2) CHECK(states(holds, only_independence) < states(holds, Reduction::none()));
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
