// Independence by single steps that commute, broken on purpose, as in broken_independence.cpp.
#include "author/places.hpp"
#include "reductions/independence_examples.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

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

// On a complete network: who starts speaks to all; who hears it and has not started tells all what was said;
// of what was told, the last counts.
struct Retold {
  static constexpr About about = example(Initiative::any, "complete");
  struct Message {
    bool told;
    Id by;
  };
  struct State {
    bool awake = false;
    std::optional<Id> last;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State&) { return true; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send_all({false, p.id});
  }
  static void receive(auto& p, Message m, Port) {
    if (m.told)
      p.state.last = m.by;
    else if (!p.state.awake)
      p.send_all({true, m.by});
  }
};
BOOST_DESCRIBE_STRUCT(Retold::Message, (), (told, by))
BOOST_DESCRIBE_STRUCT(Retold::State, (), (awake, last))

// On a complete network: of what is said, what is heard last counts.
struct LastHeard {
  static constexpr About about = example(Initiative::all, "complete");
  struct Message {
    Id by;
  };
  struct State {
    bool awake = false;
    std::optional<Id> last;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send_all({p.id});
  }
  static void receive(auto& p, Message m, Port) { p.state.last = m.by; }
};
BOOST_DESCRIBE_STRUCT(LastHeard::Message, (), (by))
BOOST_DESCRIBE_STRUCT(LastHeard::State, (), (awake, last))

// Who starts lights its lamp and says nothing. While nothing is said, the larger of two is never lit alone.
struct Glimpse {
  static constexpr About about = example(Initiative::all, "complete");
  struct Message {
    bool there;
  };
  struct State {
    bool lit = false;
  };
  static bool asleep(const State& s) { return !s.lit; }
  static bool decided(const State& s) { return s.lit; }
  static void start(auto& p) { p.state.lit = true; }
  static void receive(auto&, Message, Port) {}
  static std::vector<Stated<Glimpse>> properties() {
    return {when_quiet<Glimpse>("never-the-largest-alone", "", [](const QuietGlobal<Glimpse>& g) {
      static constexpr auto lit = [](const State& s) { return s.lit; };
      const Place largest = places_of_largest(g).front();
      return !g.state(largest, lit) || g.count([](bool is) { return is; }, lit) > 1;
    })};
  }
};
BOOST_DESCRIBE_STRUCT(Glimpse::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Glimpse::State, (), (lit))

}  // namespace

TEST_SUITE_BEGIN("reductions-broken");

TEST_CASE("steps that commute on fifo without one of the conditions") {
  const auto on_complete = [](const Model& model) {
    Scenario scenario = on(model, "complete", 3);
    scenario.identifiers = order({1, 2, 3});
    return scenario;
  };
  SUBCASE("they send the same in the same sequence") {
    const Model model = make_model<Retold>();
    Scenario scenario = on_complete(model);
    scenario.initiators = listed({0, 1});
    shows_what_for(&Provisos::in_sequence, scenario);
  }
  SUBCASE("they commute") {
    const Model model = make_model<LastHeard>();
    shows_what_for(&Provisos::steps_commute, on_complete(model));
  }
  SUBCASE("a message waits, where properties are asked of quiet configurations") {
    const Model model = make_model<Glimpse>();
    shows_what_for(&Provisos::message_waits, on_complete(model));
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
  SUBCASE("a message waits, where properties are asked of quiet configurations") {
    const Model model = make_model<Glimpse>();
    Scenario scenario = on_bag(on(model, "complete", 2));
    scenario.identifiers = order({1, 2});
    shows_what_for(&Provisos::message_waits, scenario);
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

// That it starts is optional, and only possible until a arrives.
TEST_CASE("independence on bag, where a step stands for all but what its process may do by itself") {
  const Model model = make_model<Dreamer>();
  Scenario scenario = on_bag(on_ring(model, 2));
  scenario.initiators = any();
  CHECK(check_all(scenario, only_independence).reduction.independence);
  CHECK(difference_with(scenario, only_independence) == "");
}

TEST_SUITE_END();
