// Independence broken on purpose: without any one of the conditions on which it rests something comes out
// differently, and so these tests would notice.
#include <doctest/doctest.h>

#include "author/model.hpp"
#include "reductions/examples.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// With all conditions nothing differs; without this one something does.
void shows_what_for(bool Provisos::*proviso, const Scenario& scenario) {
  CHECK(difference_with(scenario, only_independence) == "");
  Provisos broken;
  broken.*proviso = false;
  CHECK(difference_with(scenario, only_independence, broken) != "");
}

// Who starts takes two steps of its own, between which it is in front; it never listens.
struct Turns {
  static constexpr About about = example(Initiative::all);
  struct Message {
    bool there;
  };
  enum class Phase { asleep, ready, in_front, done };
  struct State {
    Phase phase = Phase::asleep;
  };
  static bool asleep(const State& s) { return s.phase == Phase::asleep; }
  static bool running(const State& s) { return s.phase == Phase::ready || s.phase == Phase::in_front; }
  static OwnSteps<Turns> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static bool receptive(const State&) { return false; }
  static bool decided(const State& s) { return s.phase == Phase::done; }
  static void start(auto& p) {
    p.state.phase = Phase::ready;
    p.send(next, {true});
  }
  static void goes_on(auto& p) {
    p.state.phase = p.state.phase == Phase::ready ? Phase::in_front : Phase::done;
  }
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_ENUM(Turns::Phase, asleep, ready, in_front, done)
BOOST_DESCRIBE_STRUCT(Turns::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Turns::State, (), (phase))

// Who is in front leads, and then takes that back.
struct LeadersInTurn : Turns {
  static bool is_leader(const State& s) { return s.phase == Phase::in_front; }
};
// Nobody leads, but it is stated of configurations that there is one in front at most.
struct OneAtATime : Turns {
  static std::vector<Stated<OneAtATime>> properties() {
    return {{Form::invariant, "one-at-a-time", "", [](const Global<OneAtATime>& g) {
               int in_front = 0;
               for (int i = 0; i < g.processes(); ++i)
                 in_front += g.state(i).phase == Phase::in_front ? 1 : 0;
               return in_front < 2;
             }}};
  }
};

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

// Who starts owes one more step, and another message; who sleeps does not listen.
struct Sleepers {
  static constexpr About about = example(Initiative::any);
  struct Message {
    bool there;
  };
  struct State {
    int sent = 0;
  };
  static bool asleep(const State& s) { return s.sent == 0; }
  static bool running(const State& s) { return s.sent == 1; }
  static OwnSteps<Sleepers> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static bool receptive(const State& s) { return s.sent > 0; }
  static bool decided(const State&) { return true; }
  static void start(auto& p) { goes_on(p); }
  static void goes_on(auto& p) {
    ++p.state.sent;
    p.send(next, {true});
  }
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Sleepers::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Sleepers::State, (), (sent))

// The last message is what counts.
struct LastWord : Handful {
  static void receive(auto& p, Message m, Port) { p.state.seen = static_cast<int>(m.kind); }
};
// Answers a only after b, c and d in this order, which by themselves, before or after a, are nothing to it.
struct AfterAll : Handful {
  static void receive(auto& p, Message m, Port) {
    int& seen = p.state.seen;
    if (m.kind == Kind::b) seen = 1;
    if (m.kind == Kind::c && seen == 1) seen = 2;
    if (m.kind == Kind::d && seen == 2) seen = 3;
    if (m.kind == Kind::a && seen == 3) p.send(next, {Kind::answer});
  }
};
// What it does is the same whichever comes first, but a should not come after b.
struct OneBeforeTheOther : Handful {
  static constexpr bool asserts = true;
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::a) p.require(p.state.seen == 0, "b comes after a");
    if (m.kind == Kind::b) p.state.seen = 1;
  }
};

// Or b should not come before a.
struct TheOtherBeforeTheOne : Handful {
  static constexpr bool asserts = true;
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::a) p.state.seen = 1;
    if (m.kind == Kind::b) p.require(p.state.seen == 1, "a comes before b");
  }
};

// Wakes of a; if it dreams of b before, and then starts by itself, it answers.
struct Dreamer : Handful {
  static void start(auto& p) {
    if (p.state.seen == 1) p.send(next, {Kind::answer});
    Handful::start(p);
  }
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::a) p.state.awake = true;
    if (m.kind == Kind::b && !p.state.awake) p.state.seen = 1;
  }
};

// Is in front after b and until a, and never if a comes first.
struct ForAMoment : Handful {
  static bool in_front(const auto& s) { return s.seen == 1; }
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::a) p.state.seen = 2;
    if (m.kind == Kind::b && p.state.seen == 0) p.state.seen = 1;
  }
};
struct LeadsForAMoment : ForAMoment {
  static bool is_leader(const State& s) { return in_front(s); }
};
struct DecidedForAMoment : ForAMoment {
  static bool decided(const State& s) { return in_front(s); }
};
// Of two, each believes in the other.
struct BelievesForAMoment : ForAMoment {
  static constexpr Knowledge knows = Knowledge::place;
  struct State {
    Place other;
    bool awake = false;
    int seen = 0;
  };
  static State initial(const Self<BelievesForAMoment>& self) {
    return {.other = Place(1 - self.place().value())};
  }
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Place> leader(const State& s) {
    return in_front(s) ? std::optional(s.other) : std::nullopt;
  }
  static bool decided(const State& s) { return s.awake; }
};
BOOST_DESCRIBE_STRUCT(BelievesForAMoment::State, (), (other, awake, seen))

// Writes to its neighbour's identifier; whoever has that may read it.
struct Letters {
  static constexpr About about = example(Initiative::all);
  static constexpr Addressing addressing = Addressing::by_identifier;
  static constexpr Knowledge knows = Knowledge::neighbours;
  struct Message {
    bool there;
  };
  struct State {
    bool awake = false;
    bool read = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send_to(p.neighbour(next), {true});
  }
  static void receive(auto& p, Message, Port) { p.state.read = true; }
};
BOOST_DESCRIBE_STRUCT(Letters::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Letters::State, (), (awake, read))

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

TEST_CASE("independence on bag without one of its conditions") {
  SUBCASE("what the adversary may do to its message is explored with it") {
    Scenario scenario = on_bag(on_ring(*find_model("chang-roberts"), 2));
    scenario.initiators = all();
    SUBCASE("loss") { scenario.faults.loss = 1; }
    SUBCASE("duplication") { scenario.faults.duplicate = 1; }
    shows_what_for(&Provisos::faults_included, scenario);
  }
  SUBCASE("its process crashes no more") {
    Scenario scenario = on_bag(on_ring(*find_model("chang-roberts"), 2));
    scenario.initiators = all();
    scenario.faults.crash = 1;
    shows_what_for(&Provisos::no_crash_left, scenario);
  }
  SUBCASE("nobody else reads the channel") {
    const Model model = make_model<Letters>();
    Scenario scenario = on_bag(on_ring(model, 3));
    scenario.identifiers = duplicates();
    shows_what_for(&Provisos::channels_its_own, scenario);
  }
  SUBCASE("it is owed") {
    const Model model = make_model<Sleepers>();
    shows_what_for(&Provisos::step_owed, on_bag(on_ring(model, 2)));
  }
  SUBCASE("nobody takes a decision back") {
    const Model model = make_model<LeadersInTurn>();
    shows_what_for(&Provisos::decisions_stay, on_bag(only(on_ring(model, 2), PropertyId::unique_leader)));
  }
  SUBCASE("nor would, had another step come before") {
    const Model leads = make_model<LeadsForAMoment>();
    shows_what_for(&Provisos::decisions_stay, on_bag(only(on_ring(leads, 2), PropertyId::unique_leader)));
    const Model believes = make_model<BelievesForAMoment>();
    shows_what_for(&Provisos::decisions_stay, on_bag(only(on_ring(believes, 2), PropertyId::agreement)));
    const Model decided = make_model<DecidedForAMoment>();
    shows_what_for(&Provisos::decisions_stay, on_bag(only(on_ring(decided, 2), PropertyId::can_elect)));
  }
  SUBCASE("one that is owed changes nothing that is looked at") {
    const Model model = make_model<OneAtATime>();
    shows_what_for(&Provisos::step_hidden,
                   on_bag(only(on_ring(model, 2), static_cast<PropertyId>(standard_count))));
  }
  SUBCASE("it commutes") {
    const Model model = make_model<LastWord>();
    shows_what_for(&Provisos::steps_commute, on_bag(on_ring(model, 2)));
  }
  SUBCASE("whatever comes before") {
    const Model model = make_model<AfterAll>();
    shows_what_for(&Provisos::whatever_comes, on_bag(on_ring(model, 2)));
  }
  SUBCASE("either way the same is broken") {
    const Model model = make_model<OneBeforeTheOther>();
    shows_what_for(&Provisos::broken_alike, on_bag(on_ring(model, 2)));
    const Model other = make_model<TheOtherBeforeTheOne>();
    shows_what_for(&Provisos::broken_alike, on_bag(on_ring(other, 2)));
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

// That it starts is optional, and only possible until a arrives.
TEST_CASE("independence on bag, where a step stands for all but what its process may do by itself") {
  const Model model = make_model<Dreamer>();
  Scenario scenario = on_bag(on_ring(model, 2));
  scenario.initiators = any();
  CHECK(check_all(scenario, only_independence).reduction.independence);
  CHECK(difference_with(scenario, only_independence) == "");
}

TEST_SUITE_END();
