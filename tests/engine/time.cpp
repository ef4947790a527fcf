// Time by hand: the longest causal chain of messages that are received.
#include <set>
#include <span>

#include "author/model.hpp"
#include "engine/examples.hpp"
#include "engine/run/check.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

struct Sender {
  static constexpr About about = example(Network::fifo);
  struct Message {
    int number;
  };
  struct State {
    bool started = false;
  };
  static bool asleep(const State& s) { return !s.started; }
  static bool decided(const State& s) { return s.started; }
};
BOOST_DESCRIBE_STRUCT(Sender::Message, (), (number))
BOOST_DESCRIBE_STRUCT(Sender::State, (), (started))

// Sends on what it gets: for ever, or as long as the adversary likes.
template <bool may_stop>
struct Forwards : Sender {
  static void start(auto& p) {
    p.state.started = true;
    p.send(next, {0});
  }
  static void receive(auto& p, Message m, Port) {
    if (!may_stop || p.choose(2) == 1) p.send(next, m);
  }
};

// Sends two messages that ask for answers down to zero: a chain of three and
// one of one. Only the bag lets the short one be received last.
struct CountsDown : Sender {
  static void start(auto& p) {
    p.state.started = true;
    p.send(next, {2});
    p.send(next, {0});
  }
  static void receive(auto& p, Message m, Port) {
    if (m.number > 0) p.send(next, {m.number - 1});
  }
};

// The answer to `1` is sent after whatever else was read before: the order of
// deliveries matters.
struct Replies : Sender {
  static void start(auto& p) {
    p.state.started = true;
    p.send(next, {1});
    p.send(next, {2});
  }
  static void receive(auto& p, Message m, Port) {
    if (m.number == 2) p.send(next, {3});
    if (m.number == 1) p.send(next, {4});
  }
};

// Receives 0 until it comes up heads; then it answers 1 to itself, and begins anew.
struct AnswersHeads {
  static constexpr About about = example(Network::set);
  using Message = Sender::Message;
  struct State {
    bool started = false;
    bool waits = false;  // for the answer
  };
  static bool asleep(const State& s) { return !s.started; }
  static bool decided(const State& s) { return s.started; }
  static bool accepts(const State& s, const Message& m) { return m.number == (s.waits ? 1 : 0); }
  static void start(auto& p) {
    p.state.started = true;
    p.send(next, {0});
  }
  static void receive(auto& p, Message m, Port) {
    const bool heads = m.number == 0 && p.toss(2) == 1;
    if (heads) p.send(next, {1});
    p.state.waits = heads;
  }
};
BOOST_DESCRIBE_STRUCT(AnswersHeads::State, (), (started, waits))

using Bound = std::optional<std::int64_t>;

Extremes time_of(const Model& model, int n, Network network, const Initiators& initiators = all()) {
  Scenario scenario = on_ring(model, n);
  scenario.network = network;
  scenario.initiators = initiators;
  std::optional<Extremes> time;
  for (const InstanceResult& result : explore_checked(scenario)) {
    REQUIRE(result.time);
    if (time) CHECK(*time == *result.time);  // every order takes the same time
    time = result.time;
  }
  REQUIRE(time);
  return *time;
}
template <class M>
Extremes time_of(int n, Network network) {
  return time_of(make_model<M>(), n, network);
}

bool is_defined(const Scenario& scenario) {
  Limits limits(std::size_t{1} << 28);
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  return explorer.explore(instance, {.verdicts = false, .time = true, .witness = {}}).time.has_value();
}

}  // namespace

TEST_SUITE_BEGIN("engine");

// The largest identifier takes a lap, its announcement another. If its process
// is the last to be woken, by a message that another's start has set off just
// behind it, n-1 messages come before.
TEST_CASE("chang-roberts takes 2n, or up to 3n-1 if the largest is woken last") {
  const Model& model = *find_model("chang-roberts");
  for (const Network network : {Network::fifo, Network::bag}) {
    for (int n = 1; n <= 3; ++n) {
      CHECK(time_of(model, n, network, any()) == Extremes{2 * n, 3 * n - 1});
      CHECK(time_of(model, n, network, all()) == Extremes{2 * n, 2 * n});
    }
  }
}

TEST_CASE("chains without end") {
  for (const Network network : {Network::fifo, Network::bag}) {
    for (int n = 1; n <= 2; ++n) {
      CHECK(time_of<Forwards<false>>(n, network) == Extremes{Bound{}, Bound{}});
      CHECK(time_of<Forwards<true>>(n, network) == Extremes{1, Bound{}});
    }
  }
}

TEST_CASE("on set a message that is there already starts no new chain") {
  for (int n = 1; n <= 2; ++n) {
    // Round the ring once, if nobody has sent it before.
    const Model model = make_model<Forwards<false>>();
    CHECK(time_of(model, n, Network::set, listed({0})) == Extremes{n, n});
    CHECK(time_of(model, n, Network::set, all()) == Extremes{1, 1});
  }
}

TEST_CASE("an execution that takes the least time tosses whatever may come up") {
  const Model model = make_model<AnswersHeads>();
  Scenario scenario = on_ring(model, 1);
  scenario.network = Network::set;
  Limits limits(std::size_t{1} << 28);
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  const Task task{.verdicts = false, .witness = Task::Witness{Costs(*model.program).time(), Extreme::min}};
  const InstanceResult result = explorer.explore(instance, task);
  REQUIRE(result.witness);
  REQUIRE(result.witness->loop);
  const auto looped = std::span(result.witness->steps).subspan(*result.witness->loop);
  std::set<std::vector<unsigned>> tossed;
  bool answered = false;
  for (const Step& step : looped) {
    if (step.message == Encoded{0}) tossed.insert(step.choices);
    answered |= step.message == Encoded{1};
  }
  CHECK(tossed == std::set<std::vector<unsigned>>{{0}, {1}});
  CHECK(answered);
}

TEST_CASE("the order of deliveries makes chains longer") {
  CHECK(time_of<CountsDown>(1, Network::fifo) == Extremes{3, 3});
  CHECK(time_of<CountsDown>(1, Network::bag) == Extremes{3, 3});
  CHECK(time_of<Replies>(1, Network::fifo) == Extremes{2, 2});
  // Read 2, then its answer 3, and only then 1: the answer 4 comes after a
  // chain of two.
  CHECK(time_of<Replies>(1, Network::bag) == Extremes{2, 3});
}

TEST_CASE("time is not defined where chains do not tell who caused what") {
  const Model& harmony = *find_model("harmony-leader");
  Scenario scenario = on_ring(harmony, 2);
  scenario.identifiers = equal();
  CHECK(is_defined(scenario));  // two read one set
  scenario.network = Network::bag;
  CHECK(is_defined(scenario));
  scenario.network = Network::fifo;
  CHECK(!is_defined(scenario));  // two read one queue
  scenario.identifiers = every_order();
  CHECK(is_defined(scenario));
  CHECK(!is_defined(on_ring(*find_model("harmony-leader:non-atomic-send"), 2)));
}

TEST_CASE(
    "time is looked for if there are not too many configurations, and "
    "every instance has one") {
  const Scenario scenario = on_ring(*find_model("chang-roberts"), 3);
  for (const int threads : {1, 3}) {
    const auto measured = [&](std::uint64_t up_to) {
      Limits limits(std::size_t{1} << 28);
      return check(scenario, limits, {.threads = threads, .keep_going = true, .time_up_to = up_to});
    };
    const std::uint64_t states = measured(0).states;
    CHECK(!measured(states - 1).time);
    const CheckResult result = measured(states);
    REQUIRE(result.time);
    CHECK(result.time->min == 6);
    CHECK(result.time->max == 8);
    CHECK(result.time->mean_of_minima == Rational(6));
    CHECK(result.time->mean_of_maxima == Rational(8));
    CHECK(!result.time->schedule_independent);
  }
}

TEST_SUITE_END();
