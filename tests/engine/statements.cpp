// A model's own properties: each form, where it holds and where it does not.
#include "author/model.hpp"
#include "engine/examples.hpp"

#include "engine/run/check.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// Two processes send each other a message: idle, busy, done.
struct Exchange {
  static constexpr About about = example(Network::fifo);
  struct Message {
    bool greeting;
  };
  struct State {
    int phase = 0;  // idle, busy, done
  };
  static bool asleep(const State& s) { return s.phase == 0; }
  static bool decided(const State& s) { return s.phase == 2; }
  static void start(auto& p) {
    p.state.phase = 1;
    p.send(next, {true});
  }
  static void receive(auto& p, Message, Port) { p.state.phase = 2; }

  using Seen = Global<Exchange>;
  static int in_phase(const Seen& g, int phase) {
    int count = 0;
    for (int i = 0; i < g.processes(); ++i) count += g.state(i).phase == phase ? 1 : 0;
    return count;
  }
  template <int phase>
  static bool some_in(const Seen& g) {
    return in_phase(g, phase) > 0;
  }
  static std::vector<Stated<Exchange>> properties() {
    return {
        {Form::invariant, "not-both-busy", "", [](const Seen& g) { return in_phase(g, 1) < 2; }},
        {Form::invariant, "two-messages", "", [](const Seen& g) { return g.in_flight().size() <= 2; }},
        {Form::stable, "busy-for-ever", "", some_in<1>},
        {Form::stable, "done-for-ever", "", some_in<2>},
        {Form::leads_to, "busy-to-done", "", some_in<1>, some_in<2>},
        {Form::leads_to, "done-to-busy", "", some_in<2>, some_in<1>},
        {Form::leads_to, "idle-to-done-and-idle", "", some_in<0>,
         [](const Seen& g) { return some_in<0>(g) && some_in<2>(g); }},
        {Form::reachable, "both-done", "", [](const Seen& g) { return in_phase(g, 2) == 2; }},
        {Form::reachable, "three-messages", "", [](const Seen& g) { return g.in_flight().size() > 2; }},
    };
  }
};
BOOST_DESCRIBE_STRUCT(Exchange::Message, (), (greeting))
BOOST_DESCRIBE_STRUCT(Exchange::State, (), (phase))

// Reads one message for ever, and each time changes its mind.
struct Waverer {
  static constexpr About about = example(Network::set);
  struct Message {
    bool question;
  };
  struct State {
    bool started = false;
    bool yes = false;
  };
  static bool asleep(const State& s) { return !s.started; }
  static bool decided(const State&) { return false; }
  static void start(auto& p) {
    p.state.started = true;
    p.send(next, {true});
  }
  static void receive(auto& p, Message, Port) { p.state.yes = !p.state.yes; }

  using Seen = Global<Waverer>;
  static bool yes(const Seen& g) {
    return g.some([](Id, const State& s) { return s.yes; });
  }
  static bool no(const Seen& g) { return !yes(g); }
  static bool never(const Seen&) { return false; }
  static std::vector<Stated<Waverer>> properties() {
    return {
        {Form::leads_to, "yes-to-no", "", yes, no},
        {Form::leads_to, "yes-to-nothing", "", yes, never},
    };
  }
};
BOOST_DESCRIBE_STRUCT(Waverer::Message, (), (question))
BOOST_DESCRIBE_STRUCT(Waverer::State, (), (started, yes))

// Starts again and again, and nothing comes of it.
struct Fidgets : Waverer {
  static bool asleep(const State&) { return true; }
  static void start(auto&) {}
  static std::vector<Stated<Fidgets>> properties() {
    return {{Form::leads_to, "always-to-nothing", "", [](const Global<Fidgets>&) { return true; },
             [](const Global<Fidgets>&) { return false; }}};
  }
};

struct Throws : Waverer {
  static std::vector<Stated<Throws>> properties() {
    return {{Form::invariant, "too-far", "", [](const Global<Throws>& g) { return g.state(7).yes; }},
            {Form::invariant, "never-yes", "", [](const Global<Throws>& g) { return !g.state(0).yes; }}};
  }
};

// Only starts. Where both orders of the starts meet, one of them loses what should be stable.
struct Starts {
  static constexpr About about = example(Network::fifo);
  struct Message {
    bool none;
  };
  struct State {
    bool started = false;
  };
  static bool asleep(const State& s) { return !s.started; }
  static bool decided(const State& s) { return s.started; }
  static void start(auto& p) { p.state.started = true; }
  static void receive(auto&, Message, Port) {}
  static std::vector<Stated<Starts>> properties() {
    return {{Form::stable, "only-the-smaller", "", [](const Global<Starts>& g) {
               return g.every([](Id id, const State& s) { return s.started == (id == Id(1)); });
             }}};
  }
};
BOOST_DESCRIBE_STRUCT(Starts::Message, (), (none))
BOOST_DESCRIBE_STRUCT(Starts::State, (), (started))

// Messages are thrown away, so that local states do not tell when nothing is on its way any more.
template <class M>
struct Forgetful {
  static constexpr About about = example(Network::fifo);
  using Message = Starts::Message;
  using State = Starts::State;
  static bool asleep(const State& s) { return !s.started; }
  static bool decided(const State& s) { return s.started; }
  static void start(auto& p) {
    p.state.started = true;
    p.send(next, {true});
  }
  static void receive(auto&, Message, Port) {}

  static bool all_started(const Global<M>& g) {
    return g.every([](const State& s) { return s.started; });
  }
  static std::vector<Stated<M>> properties() {
    return {
        {Form::invariant, "restless", "", [](const Global<M>& g) { return !all_started(g) || !M::rests(g); }},
        {Form::reachable, "at-rest", "", [](const Global<M>& g) { return all_started(g) && M::rests(g); }}};
  }
};
struct LooksWhetherQuiet : Forgetful<LooksWhetherQuiet> {
  static bool rests(const Global<LooksWhetherQuiet>& g) { return g.quiet(); }
};
struct LooksAtMessages : Forgetful<LooksAtMessages> {
  static bool rests(const Global<LooksAtMessages>& g) { return g.in_flight().empty(); }
};

// As Starts, where each tosses a coin. Two ends from which nothing more comes differ only in what holds
// there, and only one of them, which was seen before, is where something stable is lost.
struct Tosses {
  static constexpr About about = example(Network::fifo);
  using Message = Starts::Message;
  struct State {
    int tossed = 0;  // 1 or 2
  };
  static bool asleep(const State& s) { return s.tossed == 0; }
  static bool decided(const State& s) { return s.tossed > 0; }
  static void start(auto& p) { p.state.tossed = 1 + static_cast<int>(p.choose(2)); }
  static void receive(auto&, Message, Port) {}
  static std::vector<Stated<Tosses>> properties() {
    return {{Form::stable, "smaller-one-larger-not-two", "", [](const Global<Tosses>& g) {
               return g.every(
                   [](Id id, const State& s) { return id == Id(1) ? s.tossed == 1 : s.tossed < 2; });
             }}};
  }
};
BOOST_DESCRIBE_STRUCT(Tosses::State, (), (tossed))

struct LeaderFromTheStart {
  static constexpr About about = example(Network::fifo);
  using Message = Starts::Message;
  struct State {
    Id leader;
  };
  static State initial(Id id) { return {id}; }
  static bool asleep(const State&) { return false; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto&) {}
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(LeaderFromTheStart::State, (), (leader))

std::optional<std::size_t> length(const std::optional<Path>& path) {
  if (!path) return {};
  return path->loop.value_or(path->steps.size());
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("every form of statement, on executions that end") {
  const Model model = make_model<Exchange>();
  const auto results = explore_checked(on_ring(model, 2));
  REQUIRE(results.size() == 2);
  for (const InstanceResult& result : results) {
    const auto steps = [&](std::string_view name) { return length(violation(result, model, name)); };
    CHECK(steps("not-both-busy") == 2);
    CHECK(!steps("two-messages"));
    CHECK(steps("busy-for-ever") == 4);  // both start, both receive
    CHECK(!steps("done-for-ever"));
    CHECK(!steps("busy-to-done"));
    CHECK(steps("done-to-busy") == 4);  // while one is done the other is still busy, except in the end
    CHECK(steps("idle-to-done-and-idle") == 4);
    CHECK(!steps("both-done"));
    CHECK(steps("three-messages") == 0);
  }
}

TEST_CASE("leads-to on executions that go on for ever") {
  const Model model = make_model<Waverer>();
  for (const InstanceResult& result : explore_checked(on_ring(model, 1))) {
    CHECK(!violation(result, model, "yes-to-no"));
    const auto& path = violation(result, model, "yes-to-nothing");
    REQUIRE(path);
    CHECK(path->loop == 2);  // it starts, and says yes
    CHECK(path->steps.size() == 4);
  }
}

TEST_CASE("no execution ends where it began, if someone may start") {
  const Model model = make_model<Fidgets>();
  Scenario scenario = on_ring(model, 1);
  scenario.initiators = any();
  for (const InstanceResult& result : explore_checked(scenario)) {
    const auto& path = violation(result, model, "always-to-nothing");
    REQUIRE(path);
    CHECK(path->steps.size() == 1);
    CHECK(path->loop == 0);
  }
}

TEST_CASE(
    "statements are checked where they are asked for, and told in their "
    "order") {
  const Model model = make_model<Exchange>();
  Scenario scenario = on_ring(model, 2);
  scenario.properties = {};
  for (const std::string_view name : {"three-messages", "not-both-busy", "two-messages"})
    scenario.properties.add(std::ranges::find(model.properties, name, &Property::name)->id);
  for (const InstanceResult& result : explore_checked(scenario)) {
    CHECK(!violation(result, model, "busy-for-ever"));
    CHECK(violation(result, model, "not-both-busy"));
  }
  Limits limits(std::size_t{1} << 28);
  const CheckResult result = check(scenario, limits, {.threads = 1, .keep_going = true});
  REQUIRE(result.properties.size() == 3);
  CHECK(model.property(result.properties[0].id).name == "not-both-busy");
  CHECK(result.properties[0].violating_instances == 2);
  CHECK(result.properties[1].verdict == Verdict::holds);
  CHECK(model.property(result.properties[2].id).name == "three-messages");
  CHECK(result.properties[2].verdict == Verdict::violated);
}

TEST_CASE("a predicate that throws is the model's error") {
  const Model model = make_model<Throws>();
  const Scenario scenario = on_ring(model, 1);
  Limits limits(std::size_t{1} << 28);
  Explorer explorer(scenario, limits);
  Instance instance;
  instance.ids = {given_id(1)};
  std::string error = "none";
  try {
    explorer.explore(instance);
  } catch (const ModelError& thrown) {
    error = thrown.what();
  }
  CHECK(error == "property too-far: no place 7");
}

TEST_CASE("a predicate is not evaluated where it is not asked for") {
  const Model model = make_model<Throws>();
  Scenario scenario = on_ring(model, 1);
  scenario.properties = just(std::ranges::find(model.properties, "never-yes", &Property::name)->id);
  Limits limits(std::size_t{1} << 28);
  Explorer explorer(scenario, limits);
  Instance instance;
  instance.ids = {given_id(1)};
  CHECK(violation(explorer.explore(instance), model, "never-yes"));
}

TEST_CASE("what is stable may be lost by a step into a configuration that was seen before") {
  const Model model = make_model<Starts>();
  Scenario scenario = on_ring(model, 2);
  scenario.identifiers = order({2, 1});  // the larger starts first in the explorer's order
  scenario.properties = {};
  scenario.properties.add(model.properties.back().id);
  for (const InstanceResult& result : explore_checked(scenario))
    CHECK(length(violation(result, model, "only-the-smaller")) == 2);

  const Model tosses = make_model<Tosses>();
  Scenario tossed = on_ring(tosses, 2);
  tossed.identifiers = order({2, 1});
  tossed.properties = {};
  tossed.properties.add(tosses.properties.back().id);
  for (const InstanceResult& result : explore_checked(tossed))
    CHECK(length(violation(result, tosses, "smaller-one-larger-not-two")) == 2);
}

TEST_CASE("a statement about the network is asked where only the network has changed") {
  const Model by_quiet = make_model<LooksWhetherQuiet>();
  const Model by_messages = make_model<LooksAtMessages>();
  for (const Model* model : {&by_quiet, &by_messages}) {
    for (const InstanceResult& result : explore_checked(on_ring(*model, 2))) {
      CHECK(length(violation(result, *model, "restless")) == 4);  // both start, both receive
      CHECK(!violation(result, *model, "at-rest"));
    }
  }
}

TEST_CASE("who is leader from the start is elected") {
  const Model model = make_model<LeaderFromTheStart>();
  for (const InstanceResult& result : explore_checked(on_ring(model, 1)))
    CHECK(!violation(result, PropertyId::can_elect));
}

TEST_SUITE_END();
