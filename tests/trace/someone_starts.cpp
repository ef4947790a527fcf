// Where everyone is as at the beginning and someone may start, no execution ends: evidence says so as the
// engine does.
#include <doctest/doctest.h>

#include "author/model.hpp"
#include "engine/run/check.hpp"
#include "trace/evidence.hpp"

namespace conclave {
namespace {

constexpr About toy{.name = "toy",
                    .summary = "one process",
                    .source = "here",
                    .network = Network::fifo,
                    .topology = "ring",
                    .initiators = Initiative::any,
                    .processes = {1, 1}};

struct Message {
  bool none;
};
BOOST_DESCRIBE_STRUCT(Message, (), (none))

struct State {
  bool fresh = true;
};
BOOST_DESCRIBE_STRUCT(State, (), (fresh))

// Has decided only where it has not started.
struct Forgetful {
  using State = conclave::State;
  using Message = conclave::Message;
  static constexpr About about = toy;
  static bool asleep(const State& s) { return s.fresh; }
  static bool decided(const State& s) { return s.fresh; }
  static void start(Process<Forgetful>& p) { p.state.fresh = false; }
  static void receive(Process<Forgetful>&, Message, Port) {}
};

// Its start changes nothing.
struct Idle {
  using State = conclave::State;
  using Message = conclave::Message;
  static constexpr About about = toy;
  static bool asleep(const State&) { return true; }
  static bool decided(const State&) { return false; }
  static void start(Process<Idle>&) {}
  static void receive(Process<Idle>&, Message, Port) {}
};

Scenario scenario_of(const Model& model) {
  Scenario scenario;
  scenario.model = &model;
  scenario.topology = "ring";
  scenario.topologies = {make_ring(1)};
  scenario.properties = model.all_properties();
  return scenario;
}

std::size_t check_all(const Scenario& scenario) {
  Limits limits(std::size_t{1} << 28);
  std::size_t violated = 0;
  for (const auto& property : check(scenario, limits, {.threads = 1}).properties) {
    if (!property.counterexample) continue;
    CHECK_NOTHROW(make_trace(scenario, property.id, *property.counterexample));
    ++violated;
  }
  return violated;
}

}  // namespace

TEST_SUITE_BEGIN("trace");

TEST_CASE("what is violated because someone has to start can be shown") {
  const Model forgetful = make_model<Forgetful>();
  CHECK(check_all(scenario_of(forgetful)) == 2);  // termination, can-terminate
  const Model idle = make_model<Idle>();
  CHECK(check_all(scenario_of(idle)) == 3);  // and can-elect
}

TEST_CASE("an execution that comes back to the beginning does not end there") {
  const Model idle = make_model<Idle>();
  const Scenario scenario = scenario_of(idle);
  Instance instance;
  instance.ids = {given_id(1)};
  Evidence evidence(scenario, instance, {});
  evidence.take(0);
  CHECK_FALSE(evidence.judge(PropertyId::termination, {}).holds_water);
  CHECK(evidence.judge(PropertyId::termination, 0).holds_water);  // it goes on for ever
}

TEST_SUITE_END();

}  // namespace conclave
