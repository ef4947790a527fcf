#include "machine/growth.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <optional>
#include <vector>

#include "author/model.hpp"
#include "engine/explored.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

TEST_SUITE_BEGIN("engine");

namespace growing {

// A message goes round for ever. What grows then is said by `of`.
enum class Grows { counters, log, queue, not_for_ever };
constexpr int to_the_end = 500;
constexpr std::size_t enough = 2000;
template <Grows of>
struct Endless {
  static constexpr About about{.name = "endless",
                               .summary = "goes on for ever",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 2}};
  struct Message {
    int hops = 0;
    BOOST_DESCRIBE_CLASS(Message, (), (hops), (), ())
  };
  struct Clock {
    long time = -5;
    BOOST_DESCRIBE_CLASS(Clock, (), (time), (), ())
  };
  struct State {
    bool awake = false;
    Clock clock = {};
    std::optional<Clock> alarm;
    std::vector<bool> log;
    int distance = std::numeric_limits<int>::max();  // at first; it does not grow
    BOOST_DESCRIBE_CLASS(State, (), (awake, clock, alarm, log, distance), (), ())
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State&) { return false; }
  // Local states and contents are not charged to the limits, so here it is a property that ends the run.
  static std::vector<Stated<Endless>> properties() {
    return {{Form::invariant, "goes-on", "", [](const Global<Endless>& g) {
               const State& first = g.state(0);
               if (first.log.size() >= enough || g.in_flight().size() >= enough ||
                   first.clock.time >= long{enough})
                 LimitsInForce::get()->stop(StopReason::time);
               return true;
             }}};
  }
  static void start(Process<Endless>& p) {
    p.state.awake = true;
    p.send(next, {0});
  }
  static void receive(Process<Endless>& p, Message m, Port) {
    p.state.distance = 1;
    if (of == Grows::not_for_ever && m.hops == to_the_end) return;
    if (of == Grows::counters) p.state.clock.time += 2;
    if (of == Grows::counters) p.state.alarm = Clock{p.state.clock.time / 2};
    if (of == Grows::log) p.state.log.push_back(m.hops % 3 == 0);
    if (of == Grows::queue) p.send(next, {m.hops % 3});
    const bool counts = of == Grows::counters || of == Grows::not_for_ever;
    p.send(next, {counts ? m.hops + 1 : (m.hops + 1) % 3});
  }
};

std::vector<Growth> growth_of(const Model& model, const How& how) {
  Limits limits(std::size_t{1} << 26);
  const InstanceResult result = explore(on_ring(model, 1), limits, how);
  CHECK(result.stopped == StopReason::time);
  // Also steps of configurations that nobody has finished; of two threads, those on the longer stack.
  CHECK(result.transitions > (how.threads == 1 ? result.states - 3 : result.states / 2));
  CHECK(result.states > 500);
  return limits.growth();
}

}  // namespace growing

TEST_CASE("where an instance has no end, what grew is told, the farthest first") {
  using namespace growing;
  for (const How& how : {How{}, {.store_graph = true}, {.threads = 2}}) {
    CAPTURE(how.store_graph);
    CAPTURE(how.threads);
    const auto counted = growth_of(make_model<Endless<Grows::counters>>(), how);
    REQUIRE(counted.size() == 3);
    CHECK(counted[0].what == "State::clock.time");
    CHECK(counted[0].least == -5);
    CHECK(counted[0].most >= long{enough});
    CHECK(counted[1].what == "Message::hops");
    CHECK(counted[1].least == 0);
    CHECK(counted[2].what == "State::alarm.time");
    CHECK(counted[0].most / 2 == counted[2].most);

    const auto logged = growth_of(make_model<Endless<Grows::log>>(), how);
    REQUIRE(logged.size() == 1);
    CHECK(logged[0].what == "the length of State::log");
    CHECK(logged[0].least == 0);
    CHECK(logged[0].most >= long{enough});

    const auto queued = growth_of(make_model<Endless<Grows::queue>>(), how);
    REQUIRE(queued.size() == 1);
    CHECK(queued[0].what == "the messages of a channel");
    CHECK(queued[0].least == 0);
    CHECK(queued[0].most >= long{enough});
  }
}

TEST_CASE("where an instance is only large, nothing grew") {
  Limits limits(std::size_t{1} << 20);
  const InstanceResult result = explore(on_ring(*find_model("chang-roberts"), 9), limits);
  CHECK(result.stopped == StopReason::memory);
  CHECK(limits.growth().empty());
}

TEST_CASE("what comes to its end tells of no growth") {
  Limits limits(std::size_t{1} << 26);
  const Model model = make_model<growing::Endless<growing::Grows::not_for_ever>>();
  const InstanceResult result = explore(on_ring(model, 1), limits);
  CHECK(result.stopped == StopReason::none);
  CHECK(result.states > growing::to_the_end);
  CHECK(limits.growth().empty());
}

TEST_SUITE_END();
