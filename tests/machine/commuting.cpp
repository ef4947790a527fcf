// Which steps commute with all that their process may do before it takes them: what is foreseen, against what
// may really happen.
#include <doctest/doctest.h>

#include <set>
#include <stdexcept>

#include "author/model.hpp"
#include "engine/run/check.hpp"
#include "machine/configuration.hpp"
#include "machine/machine.hpp"
#include "reductions/examples.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

using Cells = LooseConfiguration;

Scenario on_network(Network network, const std::string& model, int n, const Initiators& initiators) {
  const Model& found = *find_model(model);
  Scenario scenario = on(found, std::string(found.about.topology), n);
  scenario.network = network;
  scenario.initiators = initiators;
  return scenario;
}
Scenario on_bag(const std::string& model, int n, const Initiators& initiators) {
  return on_network(Network::bag, model, n, initiators);
}

Instance descending(const Scenario& scenario) {
  Instance instance;
  for (int id = scenario.processes; id > 0; --id) instance.ids.push_back(given_id(id));
  first_case(scenario, instance);
  return instance;
}

struct Taken {
  Step step;
  Cells before;
  Cells after;
  StandsFor stands_for;  // if no fault is left

  bool commutes() const { return stands_for == StandsFor::all; }
};

struct Walk {
  explicit Walk(const Scenario& of) : scenario(of), machine(scenario) {
    machine.load(descending(scenario), ~std::uint32_t{0});
  }

  std::vector<Taken> steps(const Cells& at) {
    std::vector<Taken> all;
    for (std::size_t s = 0; s < machine.async()->site_count(); ++s) {
      const auto site = machine.async()->site(s);
      const auto range = machine.async()->at(s, at.get(site.first), at.get(site.second));
      for (auto r = range.first; r < range.first + range.count; ++r) {
        Cells after = at;
        machine.async()->take(after, site, r);
        const bool is_fault = machine.steps().kind(r) > Step::Kind::deliver;
        const StandsFor stands_for =
            is_fault ? StandsFor::itself : machine.async()->stands_for(r, at.get(site.first));
        all.push_back({machine.steps().step(r), at, after, stands_for});
      }
    }
    return all;
  }
  // In every configuration that may be reached.
  template <class Look>
  void each(Look look) {
    std::set<std::vector<std::uint32_t>> seen;
    std::vector<Cells> waiting{{std::vector<std::uint32_t>(machine.values().component_count(), 0)}};
    while (!waiting.empty()) {
      const Cells at = waiting.back();
      waiting.pop_back();
      if (!seen.insert(at.cells).second) continue;
      const std::vector<Taken> all = steps(at);
      look(all);
      for (const Taken& taken : all) waiting.push_back(taken.after);
    }
  }

  const Scenario scenario;
  Machine machine;
};

bool is_own(const Step& step) { return step.kind == Step::Kind::start || step.kind == Step::Kind::own; }

const Taken* find(const std::vector<Taken>& all, const Step& step) {
  const auto at = std::ranges::find(all, step, &Taken::step);
  return at == all.end() ? nullptr : &*at;
}

// Who starts sends one message to its neighbour; what it hears is for others to say.
struct Chatter {
  static constexpr About about{.name = "chatter",
                               .summary = "a test",
                               .source = "test",
                               .network = Network::bag,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 3}};
  struct Message {
    bool there;
  };
  struct State {
    int heard = -1;
  };
  static bool asleep(const State& s) { return s.heard < 0; }
  static bool decided(const State& s) { return s.heard >= 0; }
  static void start(auto& p) {
    p.state.heard = 0;
    p.send(next, {true});
  }
};
BOOST_DESCRIBE_STRUCT(Chatter::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Chatter::State, (), (heard))

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

// Hears one message, and would send one to nobody when it heard another.
struct Misdirected : Chatter {
  static constexpr Addressing addressing = Addressing::by_identifier;
  static constexpr Knowledge knows = Knowledge::neighbours;
  static void start(auto& p) {
    p.state.heard = 0;
    p.send_to(p.neighbour(next), {true});
  }
  static void receive(auto& p, Message, Port) {
    if (++p.state.heard == 2) p.send_to(Id(99), {true});
  }
};

// Hears one message, and cannot tell what it would be after another.
struct Baffled : Chatter {
  static bool decided(const State& s) {
    if (s.heard > 1) throw std::runtime_error("never heard of that");
    return s.heard >= 0;
  }
  static void receive(auto& p, Message, Port) { ++p.state.heard; }
};

// Counts the one message that it hears.
struct Counting : Chatter {
  static void receive(auto& p, Message, Port) { ++p.state.heard; }
};
// Hears the same message twice; there is no end of what it would count.
struct Endless : Counting {
  static void start(auto& p) {
    Counting::start(p);
    p.send(next, {true});
  }
};
// Counts what it hears of its neighbours, and keeps who said the last odd thing.
struct Hearing {
  static constexpr About about{.name = "hearing",
                               .summary = "a test",
                               .source = "test",
                               .topology = "complete",
                               .initiators = Initiative::all,
                               .processes = {1, 3}};
  struct Message {
    int said;
  };
  struct State {
    bool awake = false;
    int heard = 0;
    std::optional<Port> odd;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    for (const int said : {0, 1, 2}) p.send_all({said});
  }
  static void receive(auto& p, Message m, Port from) {
    ++p.state.heard;
    if (m.said == 1) p.state.odd = from;
  }
};
BOOST_DESCRIBE_STRUCT(Hearing::Message, (), (said))
BOOST_DESCRIBE_STRUCT(Hearing::State, (), (awake, heard, odd))

struct Stand {
  int alone = 0;
  int with_own = 0;
  Stand& operator+=(const Stand& other) {
    alone += other.alone;
    with_own += other.with_own;
    return *this;
  }
};

// Wherever no fault is left. Returns how many steps it looked at.
Stand what_stands_for_all_waits(const Scenario& scenario) {
  Stand found;
  Walk walk(scenario);
  walk.each([&](const std::vector<Taken>& all) {
    if (all.empty() || walk.machine.values().may_fault(all.front().before)) return;
    for (const Taken& first : all) {
      if (first.stands_for == StandsFor::itself) continue;
      ++(first.commutes() ? found.alone : found.with_own);
      const auto is_of_set = [&](const Step& step) {
        return step == first.step ||
               (!first.commutes() && is_own(step) && step.process == first.step.process);
      };
      for (const Taken& other : all) {
        if (is_of_set(other.step)) continue;
        const std::vector<Taken> meanwhile = walk.steps(other.after);
        const Taken* const then = find(meanwhile, first.step);
        REQUIRE(then != nullptr);
        CHECK((then->commutes() || (!first.commutes() && then->stands_for == StandsFor::all_with_own)));
        for (const Taken& later : meanwhile) {
          if (!is_of_set(later.step)) continue;
          const Taken* const at_once = find(all, later.step);
          REQUIRE(at_once != nullptr);
          const std::vector<Taken> after = walk.steps(at_once->after);
          const Taken* const other_then = find(after, other.step);
          REQUIRE(other_then != nullptr);
          CHECK(later.after == other_then->after);
        }
      }
    }
  });
  return found;
}

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
  CHECK(walk.machine.async()->any_commutes());
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
  CHECK(walk.machine.async()->any_commutes());
  walk.each([&](const std::vector<Taken>& all) {
    for (const Taken& taken : all) CHECK(taken.commutes() == (taken.step.kind == Step::Kind::start));
  });
}

TEST_CASE("on fifo, what stands for all waits until it is taken, and whatever comes first ends alike") {
  Stand found;
  for (const char* name : {"spanning-tree", "spanning-tree-rootless", "global-function", "echo-extinction",
                           "tree-election", "flooding", "lamport-election", "complete-network", "franklin"}) {
    for (const Initiators& initiators : {any(), all(), listed({0, 2})}) {
      CAPTURE(name);
      found += what_stands_for_all_waits(on_network(Network::fifo, name, 3, initiators));
    }
  }
  CHECK(found.alone > 1000);
}

// There is no end of what they count if a message may arrive again and again.
TEST_CASE("of what is counted, all that is sent once, or in a sequence that ends") {
  const Model counting = make_model<Counting>();
  CHECK(what_stands_for_all_waits(on_bag(on_ring(counting, 3))).alone > 0);
  for (const char* name : {"spanning-tree", "tree-election"}) {
    CAPTURE(name);
    CHECK(what_stands_for_all_waits(on_bag(name, 3, any())).alone > 0);
  }
  const Model hearing = make_model<Hearing>();
  int deliveries = 0;
  for (const Network network : {Network::fifo, Network::bag}) {
    Scenario scenario = on(hearing, "complete", 3);
    scenario.network = network;
    Walk walk(scenario);
    walk.each([&](const std::vector<Taken>& all) {
      for (const Taken& taken : all) {
        if (taken.step.kind != Step::Kind::deliver) continue;
        ++deliveries;
        // What was said last but one is odd, and of whom it comes last makes a difference.
        const bool is_odd = taken.step.message.at(0) == 1;
        if (!is_odd) CHECK(taken.commutes());
      }
    });
    CHECK(what_stands_for_all_waits(scenario).alone > 0);
  }
  CHECK(deliveries > 100);
}

TEST_CASE("nothing, where what might happen has no end, or is an error") {
  CHECK(!Walk(on_bag("hirschberg-sinclair", 3, any())).machine.async()->any_commutes());
  const Model misdirected = make_model<Misdirected>();
  const Model endless = make_model<Endless>();
  const Model baffled = make_model<Baffled>();
  for (const Model* model : {&misdirected, &baffled, &endless}) {
    CAPTURE(model->name);
    const Scenario scenario = on_ring(*model, 3);
    Walk walk(scenario);
    CHECK(!walk.machine.async()->any_commutes());
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
