// Components with more values than a byte, or two, can number, and as many configurations; and more messages
// than the fast pass can count.
#include <doctest/doctest.h>

#include <algorithm>

#include "author/model.hpp"
#include "oracle/compare.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// Counts up to its identifier, alone; may send itself a message each time,
// which is never taken.
template <bool sends>
struct Counter {
  static constexpr About about{.name = "counter",
                               .summary = "counts",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 1}};
  struct Message {
    bool even;
    BOOST_DESCRIBE_CLASS(Message, (), (even), (), ())
  };
  struct State {
    int count = 0;
    int wanted = 0;
    BOOST_DESCRIBE_CLASS(State, (), (count, wanted), (), ())
  };
  static State initial(Id id) { return {.count = 0, .wanted = id.value()}; }
  static bool asleep(const State&) { return false; }
  static OwnSteps<Counter> own_steps() {
    return {{Duty::owed, "counts", [](const State& s) { return s.count < s.wanted; }, count}};
  }
  static bool receptive(const State&) { return false; }
  static bool decided(const State& s) { return s.count == s.wanted; }
  static void start(Process<Counter>&) {}
  static void count(Process<Counter>& p) {
    ++p.state.count;
    if (sends) p.send(next, {p.state.count % 2 == 0});
  }
  static void receive(Process<Counter>&, Message, Port) {}
};

// Writes so many bits, any, into a queue that nobody reads, and the opposite ones into another.
template <int bits>
struct Scribbler {
  static constexpr About about{.name = "scribbler",
                               .summary = "writes",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 1},
                               .two_way = true};
  struct Message {
    bool bit;
    BOOST_DESCRIBE_CLASS(Message, (), (bit), (), ())
  };
  struct State {
    int written = 0;
    BOOST_DESCRIBE_CLASS(State, (), (written), (), ())
  };
  static bool asleep(const State&) { return false; }
  static OwnSteps<Scribbler> own_steps() {
    return {{Duty::owed, "writes", [](const State& s) { return s.written < bits; }, write}};
  }
  static bool receptive(const State&) { return false; }
  static bool decided(const State& s) { return s.written == bits; }
  static void start(Process<Scribbler>&) {}
  static void write(Process<Scribbler>& p) {
    ++p.state.written;
    const bool bit = p.choose(2) == 1;
    p.send(next, {bit});
    p.send(previous, {!bit});
  }
  static void receive(Process<Scribbler>&, Message, Port) {}
};

// The process with identifier 1 picks a number below `numbers`, and each of the `switches` that come next may
// be turned on; the others do nothing.
struct Switchboard {
  static constexpr int numbers = 20, switches = 11;
  static constexpr About about =
      Counter<false>::about.variant("switchboard", "picks a number, turns switches on");
  struct Message {
    bool bit;
    BOOST_DESCRIBE_CLASS(Message, (), (bit), (), ())
  };
  struct State {
    int role = 0;
    int set_to = 0;
    BOOST_DESCRIBE_CLASS(State, (), (role, set_to), (), ())
  };
  static State initial(Id id) { return {.role = std::min(id.value(), switches + 2)}; }
  static bool asleep(const State&) { return false; }
  static OwnSteps<Switchboard> own_steps() {
    return {{Duty::owed, "sets", [](const State& s) { return !decided(s); }, set}};
  }
  static bool decided(const State& s) { return s.set_to > 0 || s.role == switches + 2; }
  static void start(Process<Switchboard>&) {}
  static void set(Process<Switchboard>& p) {
    p.state.set_to = p.state.role == 1 ? 1 + static_cast<int>(p.choose(numbers)) : 1;
  }
  static void receive(Process<Switchboard>&, Message, Port) {}
};

template <bool sends>
void count_to(std::vector<int> goals, Network network) {
  const Model model = make_model<Counter<sends>>();
  Scenario scenario = on_ring(model, 1);
  scenario.network = network;
  Limits limits(std::size_t{1} << 30, 100'000);
  Explorer explorer(scenario, limits);
  for (const bool store_graph : {false, true}) {
    for (const int goal : goals) {
      Instance instance;
      instance.ids = {given_id(goal)};
      const InstanceResult result =
          explorer.explore(instance, {.witness = {}, .always_store_graph = store_graph});
      const auto steps = static_cast<std::uint64_t>(goal);
      CHECK(result.states == steps + 1);
      CHECK(result.transitions == steps);
      CHECK(result.quiescent == 1);
      CHECK(!result.violated());
      CHECK(result.costs.at(Costs::messages).min == (sends ? goal : 0));
      CHECK(result.costs.at(Costs::messages).max == (sends ? goal : 0));
    }
  }
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("local states beyond one byte and two") {
  // Smaller ones after larger ones: the explorer keeps its wide keys.
  count_to<false>({255, 256, 257, 3}, Network::fifo);
  count_to<false>({65'535, 65'536, 70'000, 3}, Network::fifo);
}

TEST_CASE("contents of channels beyond a byte") {
  for (const Network network : {Network::fifo, Network::bag, Network::set}) {
    count_to<true>({254, 255, 256, 300, 3}, network);
  }
}

TEST_CASE("more messages than 16 bits count") { count_to<true>({14'999, 15'001, 33'000}, Network::set); }

TEST_CASE("few local states, but 1023 contents of one channel, against the naive checker") {
  const Model model = make_model<Scribbler<9>>();
  Scenario scenario = on_ring(model, 1);
  Instance instance;
  instance.ids = {given_id(1)};
  const auto comparison = naive::compare(scenario, instance, {.configurations = 10'000});
  CHECK(comparison.explored);
  CHECK(comparison.difference == "");
  Limits limits(std::size_t{1} << 30);
  CHECK(Explorer(scenario, limits).explore(instance).states == 1023);
}

// There are no tables for so many.
TEST_CASE("16 384 contents of each of two channels") {
  const Model model = make_model<Scribbler<14>>();
  const Scenario scenario = on_ring(model, 1);
  Limits limits(std::size_t{1} << 30);
  Explorer explorer(scenario, limits);
  Instance instance;
  instance.ids = {given_id(1)};
  for (const bool store_graph : {false, true}) {
    const InstanceResult result =
        explorer.explore(instance, {.witness = {}, .always_store_graph = store_graph});
    CHECK(result.states == 32'767);
    CHECK(result.transitions == 32'766);
    CHECK(result.quiescent == 16'384);
  }
}

// Whoever explores one number after the other meets new values late, when many keys have to be packed anew.
// In long keys there is room for them or not, and the search goes on or begins anew.
TEST_CASE("new values after many configurations, in keys of any length") {
  const Model model = make_model<Switchboard>();
  constexpr std::uint64_t numbers = Switchboard::numbers, switches = Switchboard::switches;
  for (const int n : {12, 20, 40, 46, 52, 56, 58, 60, 61, 80, 89, 92, 100, 120, 123}) {
    CAPTURE(n);
    const Scenario scenario = on_ring(model, n);
    Limits limits(std::size_t{1} << 30);
    Explorer explorer(scenario, limits);
    Instance instance;
    for (int id = 1; id <= n; ++id) instance.ids.push_back(given_id(id));
    for (const bool store_graph : {false, true}) {
      const InstanceResult result =
          explorer.explore(instance, {.witness = {}, .always_store_graph = store_graph});
      CHECK(result.states == (numbers + 1) << switches);
      CHECK(result.transitions == (numbers << switches) + ((numbers + 1) * switches << (switches - 1)));
      CHECK(result.quiescent == numbers);
      CHECK(!result.violated());
    }
  }
}

TEST_SUITE_END();
