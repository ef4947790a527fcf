// What the adversary does, step by step, in every configuration of a small network.
#include <doctest/doctest.h>

#include <set>

#include "author/model.hpp"
#include "engine/examples.hpp"
#include "machine/expander.hpp"
#include "sizes.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// Greets its neighbours in two messages, and learns who of them crashed.
struct Watcher {
  static constexpr About about{.name = "watcher",
                               .summary = "a test",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "complete",
                               .initiators = Initiative::any,
                               .processes = {1, 3}};
  static constexpr Knowledge knows = Knowledge::neighbours;
  struct Message {
    int number;
  };
  struct State {
    bool started = false;
    int heard = 0;         // of the last message
    int notices = 0;       // that a neighbour crashed
    bool late = false;     // a message came after its sender's notice; there is one neighbour
    bool swapped = false;  // the second message came first
    std::optional<Id> leader;
  };
  static bool asleep(const State& s) { return !s.started; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto& p) {
    p.state.started = true;
    p.send_all({1});
    p.send_all({2});
  }
  static void receive(auto& p, const Message& m, Port) {
    State& s = p.state;
    s.late = s.late || s.notices > 0;
    s.swapped = s.swapped || (m.number == 1 && s.heard == 2);
    s.heard = m.number;
  }
  static void crashed(auto& p, Port from) {
    ++p.state.notices;
    if (p.neighbour(from) > p.id) p.state.leader = p.id;
  }
  static std::vector<Stated<Watcher>> properties() {
    using Seen = Global<Watcher>;
    return {{Form::invariant, "in-order", "no message comes after the notice",
             [](const Seen& g) { return g.every([](Id, const State& s) { return !s.late; }); }},
            {Form::invariant, "one-notice", "of each crash",
             [](const Seen& g) {
               int crashes = 0;
               for (int i = 0; i < g.processes(); ++i) crashes += g.crashed(i) ? 1 : 0;
               return g.every([&](Id, const State& s) { return s.notices <= crashes; });
             }},
            {Form::invariant, "not-swapped", "the messages of one neighbour come in their order",
             [](const Seen& g) { return g.every([](Id, const State& s) { return !s.swapped; }); }},
            {Form::leads_to, "told", "who lives is told of every crash",
             [](const Seen& g) { return g.crashed(0) || g.crashed(1); },
             [](const Seen& g) { return g.every([](Id, const State& s) { return s.notices > 0; }); }}};
  }
};
BOOST_DESCRIBE_STRUCT(Watcher::Message, (), (number))
BOOST_DESCRIBE_STRUCT(Watcher::State, (), (started, heard, notices, late, swapped, leader))

Scenario watchers(const Model& model, int n, Network network, const Faults& faults) {
  Scenario scenario = on(model, "complete", n);
  scenario.network = network;
  scenario.faults = faults;
  return scenario;
}

struct WalkWithFaults {
  explicit WalkWithFaults(const Scenario& scenario) : machine(scenario) {
    Instances instances(scenario);
    Instance instance;
    REQUIRE(instances.next(instance));
    machine.load(instance);
  }
  // Calls `look` for every step of every configuration.
  void all(const std::function<void(const Configuration&, const Step&, const Configuration&)>& look) {
    std::vector<Configuration> open{{std::vector<std::uint32_t>(machine.values().component_count(), 0)}};
    std::set<std::vector<std::uint32_t>> known{open.front().cells};
    Expander expander(machine);
    Successors successors;
    while (!open.empty()) {
      const Configuration from = open.back();
      open.pop_back();
      expander.expand(from, successors);
      for (const auto& successor : successors) {
        look(from, machine.steps().step(successor.record), successor.configuration);
        if (known.insert(successor.configuration.cells).second) open.push_back(successor.configuration);
      }
    }
  }
  bool crashed(const Configuration& c, int process) const {
    return machine.values().facts(process, c.get(static_cast<std::size_t>(process))).crashed;
  }
  auto content(const Configuration& c, int channel) const {
    return machine.values().content(
        channel, c.get(machine.values().channel_component(static_cast<std::size_t>(channel))));
  }
  Machine machine;
};

}  // namespace

TEST_SUITE_BEGIN("machine");

TEST_CASE("nothing waits for a Byzantine process, not even that somebody crashed") {
  const Model model = make_model<Watcher>();
  for (const Network network : {Network::fifo, Network::bag}) {
    Scenario scenario = watchers(model, 3, network, {.crash = 1, .byzantine = 1});
    scenario.byzantine_at = {1};
    WalkWithFaults walk(scenario);
    int told = 0;
    walk.all([&](const Configuration&, const Step& step, const Configuration& to) {
      for (std::size_t c = 0; c < walk.machine.values().channels().size(); ++c) {
        const auto content = walk.content(to, static_cast<int>(c));
        if (walk.machine.values().channels()[c].readers.front().process == 1) CHECK(content.empty());
        if (step.kind == Step::Kind::crash) told += static_cast<int>(content.size());
      }
    });
    CHECK(told > 0);
  }
}

TEST_CASE("each fault takes one from its budget, and nothing else does") {
  const Model model = make_model<Watcher>();
  for (const Network network : {Network::fifo, Network::bag}) {
    const Scenario scenario = watchers(model, 2, network, {2, 1, 1});
    WalkWithFaults walk(scenario);
    std::set<Step::Kind> kinds;
    walk.all([&](const auto& from, const Step& step, const auto& to) {
      kinds.insert(step.kind);
      const Faults before = walk.machine.values().faults_left(from);
      const Faults after = walk.machine.values().faults_left(to);
      CHECK(before.loss - after.loss == (step.kind == Step::Kind::lose ? 1 : 0));
      CHECK(before.duplicate - after.duplicate == (step.kind == Step::Kind::duplicate ? 1 : 0));
      CHECK(before.crash - after.crash == (step.kind == Step::Kind::crash ? 1 : 0));
      CHECK(std::min({after.loss, after.duplicate, after.crash}) >= 0);
    });
    CHECK(kinds.size() == 5);  // there are no own steps
  }
}

TEST_CASE("what a fault does to a channel") {
  const Model model = make_model<Watcher>();
  for (const Network network : {Network::fifo, Network::bag}) {
    const Scenario scenario = watchers(model, 2, network, {1, 1, 1});
    WalkWithFaults walk(scenario);
    walk.all([&](const auto& from, const Step& step, const auto& to) {
      if (step.kind != Step::Kind::lose && step.kind != Step::Kind::duplicate) return;
      CHECK(!step.notice);
      auto before = walk.content(from, step.channel);
      const auto after = walk.content(to, step.channel);
      const auto at = std::ranges::find(before, std::optional(step.message));
      REQUIRE(at != before.end());
      if (network == Network::fifo) CHECK(at == before.begin());
      if (step.kind == Step::Kind::lose)
        before.erase(at);
      else
        before.insert(at, std::optional(step.message));
      CHECK(before == after);
      for (std::size_t i = 0; i < 2; ++i) CHECK(from.get(i) == to.get(i));
    });
  }
}

TEST_CASE("who crashed does nothing, and nothing is on its way to it") {
  const Model model = make_model<Watcher>();
  for (const Network network : {Network::fifo, Network::bag}) {
    const Scenario scenario = watchers(model, brief ? 2 : 3, network, {0, 0, 2});
    WalkWithFaults walk(scenario);
    walk.all([&](const auto& from, const Step& step, const auto& to) {
      CHECK(!walk.crashed(from, step.process));
      const auto channels = walk.machine.values().channels();
      for (int c = 0; c < static_cast<int>(channels.size()); ++c) {
        const Channel& channel = channels[static_cast<std::size_t>(c)];
        const auto after = walk.content(to, c);
        if (walk.crashed(to, channel.readers.front().process)) {
          CHECK(after.empty());
        } else if (step.kind == Step::Kind::crash) {
          // What it sent stays, and last comes the notice (a bag has it first).
          auto expected = walk.content(from, c);
          if (channel.sender == step.process)
            expected.insert(network == Network::fifo ? expected.end() : expected.begin(), std::nullopt);
          CHECK(after == expected);
        }
      }
    });
  }
}

TEST_CASE("notices") {
  const Model model = make_model<Watcher>();
  for (const Network network : {Network::fifo, Network::bag}) {
    for (const Faults& faults : {Faults{0, 0, 1}, Faults{1, 0, 1}, Faults{0, 1, 1}}) {
      for (const InstanceResult& result : explore_checked(watchers(model, 2, network, faults))) {
        CHECK(violation(result, model, "in-order").has_value() == (network == Network::bag));
        // A duplicate of the first arrives after the second only where order does not matter.
        CHECK(violation(result, model, "not-swapped").has_value() == (network == Network::bag));
        CHECK(!violation(result, model, "one-notice"));
        CHECK(!violation(result, model, "told"));
        // The larger one leads nobody any more: the smaller one is the largest of those who live.
        CHECK(!violation(result, PropertyId::max_id));
      }
    }
  }
}

TEST_SUITE_END();
