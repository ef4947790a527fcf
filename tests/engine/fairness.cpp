// Three notions of fairness, and what tells each from the others.
#include "author/model.hpp"
#include "engine/examples.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// A process paces up and down, by steps of its own, until it reads the one
// message. With identifier 1 it listens all the time: only an execution that is
// not even weakly fair keeps it from the message. With identifier 2 it listens
// at one end only, so that the message is deliverable again and again, but not
// all the time: weak fairness lets it pace for ever.
struct Pacer {
  static constexpr About about = example(Network::fifo);
  struct Message {
    bool stop;
  };
  struct State {
    bool listens_always = false;
    bool started = false;
    bool up = false;
    bool done = false;
  };
  static State initial(Id id) { return {.listens_always = id == Id(1)}; }
  static bool asleep(const State& s) { return !s.started; }
  static bool running(const State& s) { return s.started && !s.done; }
  static OwnSteps<Pacer> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static bool receptive(const State& s) { return running(s) && (s.listens_always || s.up); }
  static bool decided(const State& s) { return s.done; }
  static void start(auto& p) {
    p.state.started = true;
    p.send(next, {true});
  }
  static void goes_on(auto& p) { p.state.up = !p.state.up; }
  static void receive(auto& p, Message, Port) { p.state.done = true; }
};
BOOST_DESCRIBE_STRUCT(Pacer::Message, (), (stop))
BOOST_DESCRIBE_STRUCT(Pacer::State, (), (listens_always, started, up, done))

// Paces likewise, but chooses at one end whether to go on to a place apart, and listens only there.
struct Dodger {
  static constexpr About about = example(Network::fifo);
  using Message = Pacer::Message;
  struct State {
    bool started = false;
    int at = 0;  // 0 and 1 are the ends; 2 is apart
    bool done = false;
  };
  static bool asleep(const State& s) { return !s.started; }
  static bool running(const State& s) { return s.started && !s.done; }
  static OwnSteps<Dodger> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static bool receptive(const State& s) { return running(s) && s.at == 2; }
  static bool decided(const State& s) { return s.done; }
  static void start(auto& p) {
    p.state.started = true;
    p.send(next, {true});
  }
  static void goes_on(auto& p) {
    p.state.at = p.state.at == 0 ? 1 : p.state.at == 2 ? 0 : 2 * static_cast<int>(p.choose(2));
  }
  static void receive(auto& p, Message, Port) { p.state.done = true; }
};
BOOST_DESCRIBE_STRUCT(Dodger::State, (), (started, at, done))

struct Found {
  std::vector<int> violating;  // identifiers of the instances in which termination fails
  std::optional<Path> lasso;   // of the last one
  std::vector<std::optional<std::int64_t>> least_deliveries;  // by identifier
};

Found look(Fairness fairness) {
  const Model model = make_model<Pacer>();
  Scenario scenario = on_ring(model, 1);
  scenario.fairness = fairness;
  Found found;
  for (const int id : {1, 2}) {
    scenario.identifiers = order({id});
    scenario.identifiers.universe = 2;
    const auto results = explore_checked(scenario);
    REQUIRE(results.size() == 1);
    found.least_deliveries.push_back(results[0].costs.at(Costs(*model.program).deliveries()).min);
    if (const auto& path = violation(results[0], PropertyId::termination)) {
      found.violating.push_back(id);
      found.lasso = path;
    }
    CHECK(!violation(results[0], PropertyId::can_terminate));
  }
  return found;
}

using Least = std::vector<std::optional<std::int64_t>>;

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("strong fairness delivers what is deliverable again and again") {
  const Found found = look(Fairness::strong);
  CHECK(found.violating.empty());
  CHECK(found.least_deliveries == Least{1, 1});
}

TEST_CASE("strong fairness does not lead to where something would be deliverable") {
  const Model model = make_model<Dodger>();
  Scenario scenario = on_ring(model, 1);
  scenario.fairness = Fairness::strong;
  const auto results = explore_checked(scenario);
  REQUIRE(results.size() == 1);
  const auto& lasso = violation(results[0], PropertyId::termination);
  REQUIRE(lasso);
  CHECK(lasso->loop == 1);
  CHECK(lasso->steps.size() == 3);
  CHECK(!violation(results[0], PropertyId::can_terminate));
}

TEST_CASE("weak fairness delivers only what is deliverable all the time") {
  const Found found = look(Fairness::weak);
  CHECK(found.violating == std::vector{2});
  REQUIRE(found.lasso);
  CHECK(found.lasso->loop == 1);  // it starts, and paces
  CHECK(found.lasso->steps.size() == 3);
  CHECK(found.least_deliveries == Least{1, 0});
}

TEST_CASE("without fairness nothing need be delivered") {
  const Found found = look(Fairness::none);
  CHECK(found.violating == std::vector{1, 2});
  REQUIRE(found.lasso);
  CHECK(found.lasso->loop == 1);
  CHECK(found.least_deliveries == Least{0, 0});
}

TEST_SUITE_END();
