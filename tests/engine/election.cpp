// The property `election`: whatever becomes of a leader, it is asked whether there ever was one.
#include "author/model.hpp"
#include "engine/examples.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

enum class Phase { asleep, leads, follows };
BOOST_DESCRIBE_ENUM(Phase, asleep, leads, follows)

// Who starts leads, and stays leader.
struct Leads {
  static constexpr About about = example(Network::fifo);
  struct Message {
    bool there;
  };
  struct State {
    Phase phase = Phase::asleep;
  };
  static bool asleep(const State& s) { return s.phase == Phase::asleep; }
  static bool is_leader(const State& s) { return s.phase == Phase::leads; }
  static void start(auto& p) { p.state.phase = Phase::leads; }
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Leads::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Leads::State, (), (phase))

// Who starts leads, and then resigns.
struct Resigns : Leads {
  static bool running(const State& s) { return s.phase == Phase::leads; }
  static OwnSteps<Resigns> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static void goes_on(auto& p) { p.state.phase = Phase::follows; }
};

// The adversary may pass a process over, which is then as if it had resigned.
struct IsPassedOver : Resigns {
  static void start(auto& p) { p.state.phase = p.choose(2) == 0 ? Phase::leads : Phase::follows; }
};

// Only the larger of two neighbours leads.
struct LargerLeads : Leads {
  static constexpr Knowledge knows = Knowledge::neighbours;
  static void start(auto& p) { p.state.phase = p.id > p.neighbour(next) ? Phase::leads : Phase::follows; }
};

// Who starts goes round for ever, and leads in every second step.
struct Alternates : Leads {
  static bool running(const State& s) { return s.phase != Phase::asleep; }
  static OwnSteps<Alternates> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static void goes_on(auto& p) {
    p.state.phase = p.state.phase == Phase::leads ? Phase::follows : Phase::leads;
  }
  static void start(auto& p) { p.state.phase = Phase::follows; }
};

// Who starts goes on for ever, and nothing comes of it.
struct Idles : Alternates {
  static OwnSteps<Idles> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static void goes_on(auto&) {}
};

// In lock step: the larger of two neighbours leads for one round.
struct LeadsForARound {
  static constexpr About about = example(Network::rounds);
  static constexpr Knowledge knows = Knowledge::neighbours;
  struct Message {
    bool there;
  };
  struct State {
    Phase phase = Phase::asleep;
  };
  static bool is_leader(const State& s) { return s.phase == Phase::leads; }
  static std::optional<Message> message(const Self<LeadsForARound>&, const State& s, Port) {
    if (s.phase == Phase::asleep) return Message{true};
    return {};
  }
  static void transition(Process<LeadsForARound>& p, const Incoming<Message>& in) {
    const bool leads = p.state.phase == Phase::asleep && in[previous] && p.id > p.neighbour(next);
    p.state.phase = leads ? Phase::leads : Phase::follows;
  }
};
BOOST_DESCRIBE_STRUCT(LeadsForARound::Message, (), (there))
BOOST_DESCRIBE_STRUCT(LeadsForARound::State, (), (phase))

std::vector<std::optional<Path>> elections(const Scenario& scenario) {
  std::vector<std::optional<Path>> found;
  for (const InstanceResult& result : explore_checked(scenario))
    found.push_back(violation(result, PropertyId::election));
  return found;
}
std::optional<Path> election(const Scenario& scenario) {
  const auto all = elections(scenario);
  for (const auto& path : all) {
    if (path) return path;
  }
  return {};
}

template <class M>
const Model& model_of() {
  static const Model model = make_model<M>();
  return model;
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("a leader counts, whatever becomes of it") {
  CHECK(!election(on_ring(model_of<Leads>(), 2)));
  CHECK(!election(on_ring(model_of<Resigns>(), 1)));
  CHECK(!election(on_ring(model_of<Resigns>(), 2)));
  CHECK(!election(on_ring(model_of<LargerLeads>(), 3)));
}

TEST_CASE("the same configuration, reached with a leader and without one") {
  const auto alone = election(on_ring(model_of<IsPassedOver>(), 1));
  REQUIRE(alone);
  CHECK(alone->steps.size() == 1);
  CHECK(!alone->loop);
  const auto two = election(on_ring(model_of<IsPassedOver>(), 2));
  REQUIRE(two);
  CHECK(two->steps.size() == 2);
}

TEST_CASE("an execution that goes on for ever has to have a leader too") {
  CHECK(!election(on_ring(model_of<Alternates>(), 2)));
  const auto idle = election(on_ring(model_of<Idles>(), 2));
  REQUIRE(idle);
  CHECK(idle->loop);
  Scenario unfair = on_ring(model_of<Alternates>(), 1);
  unfair.fairness = Fairness::none;
  CHECK(!election(unfair));
}

TEST_CASE("a process that crashes was leader before, or never will be") {
  // Alone: who crashes before it starts leaves nobody who could lead.
  Scenario alone = on_ring(model_of<Leads>(), 1);
  alone.faults.crash = 1;
  CHECK(!election(alone));
  // Of two, the larger one may crash before it starts, but a leader that crashes was leader.
  Scenario two = on_ring(model_of<LargerLeads>(), 2);
  two.faults.crash = 1;
  const auto crashed = election(two);
  REQUIRE(crashed);
  CHECK(crashed->steps.size() == 2);
  two.faults.crash = 2;
  CHECK(election(two)->steps.size() == 2);
  Scenario either = on_ring(model_of<Leads>(), 2);
  either.faults.crash = 2;
  CHECK(!election(either));
  Scenario resigns = on_ring(model_of<Resigns>(), 2);
  resigns.faults.crash = 1;
  CHECK(!election(resigns));
}

TEST_CASE("a leader for one round of lock step") {
  Scenario scenario = on_ring(model_of<LeadsForARound>(), 2);
  CHECK(!election(scenario));
  scenario.faults.crash = 1;
  CHECK(election(scenario)->steps.size() == 1);
  scenario.faults.crash = 2;
  CHECK(election(scenario)->steps.size() == 1);
  scenario.faults = {.loss = 1};
  CHECK(election(scenario)->steps.size() == 1);
}

TEST_CASE("only models in which somebody leads have the property") {
  CHECK(model_of<Leads>().all_properties().contains(PropertyId::election));
  CHECK(!find_model("harmony-leader")->all_properties().contains(PropertyId::election));
  CHECK(!find_model("convergecast")->all_properties().contains(PropertyId::election));
  CHECK(find_model("harmony-leader:elected")->all_properties().contains(PropertyId::election));
  CHECK(find_model("flood-max")->all_properties().contains(PropertyId::election));
  CHECK(find_model("complete-network")->all_properties().contains(PropertyId::election));
}

TEST_SUITE_END();
