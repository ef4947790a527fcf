// Of the shortest executions the calmest is shown: the one with the fewest
// switches from process to process.
#include "author/model.hpp"
#include "engine/examples.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// The process with identifier 2 takes a step and then reads a message; the one
// with identifier 1 sends it and takes another step. The calm way is 1 1 2 2;
// but whoever goes through configurations breadth-first and remembers from
// where each was found first, finds both at the end after 2 1 2 1, if 2 is at
// place 0.
struct Relay {
  static constexpr About about = example(Network::fifo);
  struct Message {
    bool go;
  };
  struct State {
    bool sends = false;
    int step = 0;
  };
  static State initial(Id id) { return {.sends = id == Id(1), .step = 0}; }
  static bool asleep(const State&) { return false; }
  static bool running(const State& s) { return s.step < (s.sends ? 2 : 1); }
  static OwnSteps<Relay> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static bool receptive(const State& s) { return !s.sends && s.step == 1; }
  static bool decided(const State& s) { return s.step == 2; }
  static void start(auto&) {}
  static void goes_on(auto& p) {
    if (p.state.sends && p.state.step == 0) p.send(next, {true});
    ++p.state.step;
  }
  static void receive(auto& p, Message, Port) { p.state.step = 2; }

  static std::vector<Stated<Relay>> properties() {
    const auto both_at_the_end = [](const Global<Relay>& g) {
      return g.every([](Id, const State& s) { return s.step == 2; });
    };
    return {
        {Form::invariant, "not-both", "",
         [](const Global<Relay>& g) { return g.some([](Id, const State& s) { return s.step < 2; }); }},
        {Form::leads_to, "end-to-nothing", "", both_at_the_end, [](const Global<Relay>&) { return false; }},
        {Form::stable, "somebody-is-on-the-way", "",
         [](const Global<Relay>& g) { return g.some([](Id, const State& s) { return s.step < 2; }); }}};
  }
};
BOOST_DESCRIBE_STRUCT(Relay::Message, (), (go))
BOOST_DESCRIBE_STRUCT(Relay::State, (), (sends, step))

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("of the shortest executions the calmest") {
  const Model model = make_model<Relay>();
  Scenario scenario = on_ring(model, 2);
  for (const int sender : {0, 1}) {
    scenario.identifiers = sender == 0 ? order({1, 2}) : order({2, 1});
    const auto results = explore_checked(scenario);
    REQUIRE(results.size() == 1);
    for (const auto* name : {"not-both", "end-to-nothing", "somebody-is-on-the-way"}) {
      const auto& path = violation(results[0], model, name);
      REQUIRE(path);
      std::vector<int> processes;
      for (const Step& step : path->steps) processes.push_back(step.process);
      CHECK(processes == std::vector{sender, sender, 1 - sender, 1 - sender});
      CHECK(path->switches() == 1);
    }
  }
}

TEST_CASE("paths in order of what is shown first") {
  const auto taken_by = [](std::vector<int> processes, std::optional<std::size_t> loop = {}) {
    Path path;
    for (const int process : processes)
      path.steps.push_back({.process = process, .own = {}, .message = {}, .choices = {}, .events = {}});
    path.loop = loop;
    return path;
  };
  CHECK(taken_by({}).switches() == 0);
  CHECK(taken_by({1}).switches() == 0);
  CHECK(taken_by({1, 1, 0, 1}).switches() == 2);
  CHECK(taken_by({0, 0, 1}) < taken_by({0, 1, 0}));
  CHECK(!(taken_by({0, 1, 0}) < taken_by({0, 0, 1})));
  CHECK(taken_by({0, 1}) < taken_by({0, 0, 0}));
  CHECK(taken_by({0, 1, 0, 1}) < taken_by({0, 0}, 0));
}

TEST_SUITE_END();
