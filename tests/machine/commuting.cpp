// Which steps commute with all that their process may do before it takes them: what is foreseen, against what
// may really happen.
#include <doctest/doctest.h>

#include <stdexcept>

#include "engine/run/check.hpp"
#include "machine/commuting_walk.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// Takes a only before b, so that it may be left for ever.
struct TooLate : Handful {
  static bool accepts(const State& s, const Message& m) { return m.kind != Kind::a || s.seen == 0; }
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::b) p.state.seen = 1;
  }
};

// Tosses a coin over a; the others are nothing to it.
struct Tosser : Handful {
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::a) p.state.seen = 1 + static_cast<int>(p.choose(2));
  }
};

// Tosses a coin over b; only after tails a is something to it.
struct Gambler : Handful {
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::b) p.state.seen = static_cast<int>(p.choose(2));
    if (m.kind == Kind::a && p.state.seen == 1) p.state.seen = 2;
  }
};

// Messages are nothing to it, until it took a second step of its own.
struct Sluggard : Handful {
  struct State {
    int steps = 0;
    bool heard = false;
  };
  static bool asleep(const State& s) { return s.steps == 0; }
  static bool running(const State& s) { return s.steps == 1; }
  static OwnSteps<Sluggard> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static bool decided(const State& s) { return s.steps == 2; }
  static void start(auto& p) {
    p.state.steps = 1;
    p.send(next, {Kind::a});
  }
  static void goes_on(auto& p) { p.state.steps = 2; }
  static void receive(auto& p, Message, Port) { p.state.heard = p.state.steps == 2; }
};
BOOST_DESCRIBE_STRUCT(Sluggard::State, (), (steps, heard))

// b makes it owe a step of its own, after which a is nothing to it.
struct Roused : Handful {
  struct State {
    bool awake = false;
    bool roused = false;
    bool done = false;
    bool heard = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool running(const State& s) { return s.roused && !s.done; }
  static OwnSteps<Roused> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static bool decided(const State& s) { return s.done; }
  static void goes_on(auto& p) { p.state.done = true; }
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::b) p.state.roused = true;
    if (m.kind == Kind::a && !p.state.done) p.state.heard = true;
  }
};
BOOST_DESCRIBE_STRUCT(Roused::State, (), (awake, roused, done, heard))

// Messages are nothing to it, unless it was told that its neighbour is gone.
struct Mourner : Handful {
  static void receive(auto& p, Message, Port) {
    if (p.state.seen == 1) p.state.seen = 2;
  }
  static void crashed(auto& p, Port) {
    if (p.state.seen == 0) p.state.seen = 1;
  }
};

// Hears the same message twice; there is no end of what it would count.
struct Endless : Counting {
  static void start(auto& p) {
    Counting::start(p);
    p.send(next, {true});
  }
};

// Hears two messages, and would send one to nobody when it heard another.
struct Misdirected : Chatter {
  static constexpr Addressing addressing = Addressing::by_identifier;
  static constexpr Knowledge knows = Knowledge::neighbours;
  static void start(auto& p) {
    p.state.heard = 0;
    for (int times = 0; times < 2; ++times) p.send_to(p.neighbour(next), {true});
  }
  static void receive(auto& p, Message, Port) {
    if (++p.state.heard == 3) p.send_to(Id(99), {true});
  }
};

// Hears two messages, and cannot tell what it would be after another.
struct Baffled : Endless {
  static bool decided(const State& s) {
    if (s.heard > 2) throw std::runtime_error("never heard of that");
    return s.heard >= 0;
  }
};

}  // namespace

TEST_SUITE_BEGIN("machine");

TEST_CASE("what stands for all waits until it is taken, and whatever comes first ends alike") {
  SUBCASE("of registered models") {
    Stand found;
    for (const char* name :
         {"chang-roberts", "chang-roberts:java", "chang-roberts:maxid", "dolev-klawe-rodeh",
          "complete-network", "complete-network:as-printed", "harmony-leader"}) {
      for (const Initiators& initiators : {any(), all(), listed({0, 2})}) {
        CAPTURE(name);
        Scenario scenario = on_bag(name, 3, initiators);
        found += what_stands_for_all_waits(scenario);
        if (scenario.model->program->statements().empty()) continue;
        // Where nobody looks at whole configurations, more steps stand for others.
        PropertySet standard;
        for (const Property& property : standard_properties) {
          if (scenario.properties.contains(property.id)) standard.add(property.id);
        }
        scenario.properties = standard;
        found += what_stands_for_all_waits(scenario);
      }
    }
    CHECK(found.alone > 1000);
    CHECK(found.with_own > 10);
  }
  SUBCASE("where a message may be left for ever") {
    const Model model = make_model<TooLate>();
    CHECK(what_stands_for_all_waits(on_bag(on_ring(model, 2))).alone > 0);
  }
  SUBCASE("where there is a choice") {
    const Model model = make_model<Tosser>();
    CHECK(what_stands_for_all_waits(on_bag(on_ring(model, 2))).alone > 0);
    const Model gambler = make_model<Gambler>();
    CHECK(what_stands_for_all_waits(on_bag(on_ring(gambler, 2))).alone > 0);
  }
  SUBCASE("where it matters what its process does of its own accord, later") {
    const Model model = make_model<Sluggard>();
    Scenario scenario = on_bag(on_ring(model, 2));
    scenario.initiators = any();
    CHECK(what_stands_for_all_waits(scenario).with_own > 0);
  }
  SUBCASE("where it matters what its process does of its own accord, once it may") {
    const Model model = make_model<Roused>();
    CHECK(what_stands_for_all_waits(on_bag(on_ring(model, 2))).with_own > 0);
  }
  SUBCASE("where a neighbour is gone") {
    const Model model = make_model<Mourner>();
    Scenario scenario = on_bag(on_ring(model, 2));
    CHECK(what_stands_for_all_waits(scenario).alone > 0);
    scenario.faults.crash = 1;
    CHECK(what_stands_for_all_waits(scenario).alone > 0);
  }
}

TEST_CASE("of Chang and Roberts, all that those do who are awake") {
  int deliveries = 0;
  Scenario scenario = on_bag("chang-roberts", 3, any());
  Walk walk(scenario);
  CHECK(walk.machine.async()->any_commutes().value_or(false));
  walk.each([&](const std::vector<Taken>& all) {
    for (const Taken& taken : all) {
      const bool asleep = taken.before.get(static_cast<std::size_t>(taken.step.process)) == 0;
      CHECK(taken.commutes() == !asleep);
      deliveries += taken.commutes() ? 1 : 0;
    }
  });
  CHECK(deliveries > 0);

  scenario.initiators = all();
  Walk all_start(scenario);
  all_start.each([&](const std::vector<Taken>& all) {
    for (const Taken& taken : all) CHECK(taken.commutes());
  });
}

// Where it would stay possible for ever.
TEST_CASE("of a set, no delivery") {
  Scenario scenario = on_bag("chang-roberts", 3, all());
  scenario.network = Network::set;
  Walk walk(scenario);
  CHECK(walk.machine.async()->any_commutes().value_or(false));
  walk.each([&](const std::vector<Taken>& all) {
    for (const Taken& taken : all) CHECK(taken.commutes() == (taken.step.kind == Step::Kind::start));
  });
}

TEST_CASE("nothing, where what might happen has no end, or is an error") {
  CHECK(!Walk(on_bag("hirschberg-sinclair", 3, any())).machine.async()->any_commutes().value_or(false));
  const Model misdirected = make_model<Misdirected>();
  const Model endless = make_model<Endless>();
  const Model baffled = make_model<Baffled>();
  for (const Model* model : {&misdirected, &baffled, &endless}) {
    CAPTURE(model->name);
    const Scenario scenario = on_ring(*model, 3);
    Walk walk(scenario);
    CHECK(!walk.machine.async()->any_commutes().value_or(false));
    walk.each([&](const std::vector<Taken>& all) {
      for (const Taken& taken : all) CHECK(!taken.commutes());
    });
    const CheckResult reduced = check_all(scenario, Reduction{});
    CHECK(reduced.verdict == Verdict::holds);
    CHECK(!reduced.reduction.independence);
    CHECK(difference(scenario, reduced, check_all(scenario, Reduction::none())) == "");
  }
}

// Here every step that is taken is asked for, which is an error if it was not foreseen.
TEST_CASE("what faults bring is foreseen") {
  const Faults each_once{.loss = 1, .duplicate = 1, .crash = 1};
  const Faults liars{.crash = 1, .byzantine = 1, .byzantine_messages = 1};
  for (const Faults& faults : {each_once, liars}) {
    Scenario scenario = on_bag("chang-roberts", 3, any());
    scenario.faults = faults;
    CHECK(what_stands_for_all_waits(scenario).alone > 0);
  }
}

TEST_SUITE_END();
