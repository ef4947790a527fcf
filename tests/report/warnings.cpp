// Verdicts that hold only because something never happens: no registered model has any, so toys do.
#include <doctest/doctest.h>

#include "author/model.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "trace/specimens.hpp"

namespace conclave {
namespace {

// Decides at once; the variants differ in what they send, and whether they listen.
template <bool sends, bool listens>
struct Toy {
  static constexpr About about{.name = "toy",
                               .summary = "decides at once",
                               .source = "here",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 2}};
  enum class Kind { ping, pong };
  struct Message {
    Kind kind;
  };
  struct State {
    bool awake = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool receptive(const State&) { return listens; }
  static bool decided(const State& s) { return s.awake; }
  static void start(Process<Toy>& p) {
    p.state.awake = true;
    if (sends) p.send(next, {Kind::ping});
  }
  static void receive(Process<Toy>&, Message, Port) {}
  BOOST_DESCRIBE_NESTED_ENUM(Kind, ping, pong)
};
using Silent = Toy<false, true>;
using Pinging = Toy<true, true>;
using Deaf = Toy<true, false>;
BOOST_DESCRIBE_STRUCT(Silent::Message, (), (kind))
BOOST_DESCRIBE_STRUCT(Silent::State, (), (awake))
BOOST_DESCRIBE_STRUCT(Pinging::Message, (), (kind))
BOOST_DESCRIBE_STRUCT(Pinging::State, (), (awake))
BOOST_DESCRIBE_STRUCT(Deaf::Message, (), (kind))
BOOST_DESCRIBE_STRUCT(Deaf::State, (), (awake))

using Texts = std::vector<std::string>;

Run run_of(const Model& model, std::size_t memory = std::size_t{1} << 30) {
  Scenario scenario;
  scenario.model = &model;
  scenario.processes = 2;
  scenario.topology = "ring";
  scenario.topologies = {make_ring(2)};
  scenario.initiators.kind = Initiators::Kind::all;
  scenario.properties = model.all_properties();
  Limits limits(memory);
  Run run;
  run.results.push_back(check(scenario, limits, {.threads = 1}));
  run.scenarios.push_back(std::move(scenario));
  return run;
}

template <class M>
void check_warned(const Texts& warnings) {
  const Model model = make_model<M>();
  const Run run = run_of(model);
  CHECK(run.verdict() == Verdict::holds);
  CHECK(run.warnings() == warnings);
  CHECK(to_json(run, {}, {}).at("warnings") == Json(warnings));
  const std::string text = describe(run, Terminal{.utf8 = true});
  std::size_t found = 0;
  for (std::size_t at = text.find("! WARNING"); at != std::string::npos; at = text.find("! WARNING", at + 1))
    ++found;
  CHECK(found == warnings.size());
  for (const auto& warning : warnings) CHECK(text.find("! WARNING  " + warning + ": ") != std::string::npos);
}

}  // namespace

TEST_SUITE_BEGIN("report");

TEST_CASE("handlers that never run are told") {
  check_warned<Silent>({"no message was ever sent"});
  check_warned<Pinging>({"no message of kind `pong` was ever sent"});
  check_warned<Deaf>(
      {"no message of kind `ping` was ever received", "no message of kind `pong` was ever sent"});
}

TEST_CASE("nothing is told of what may only not have been explored") {
  const Model model = make_model<Silent>();
  Run run = run_of(model);
  run.scenarios.push_back(run.scenarios.front());  // a larger number of processes, that was not run
  CHECK(run.warnings().empty());
  CHECK(describe(run, Terminal{}).find("WARNING") == std::string::npos);
}

TEST_CASE("what is more than can be counted is told as such, and what was not taken is no speed") {
  const Model model = make_model<Silent>();
  Run run = run_of(model);
  run.seconds = run.results.front().seconds = 0.1;
  const auto says = [&](std::uint64_t transitions, const std::string& text) {
    run.results.front().transitions = transitions;
    return describe(run, Terminal{}).find(text) != std::string::npos;
  };
  CHECK(says(50'000'000, " 50 000 000 transitions, 0.10 s, 500.0 M transitions/s, "));
  CHECK(says(500'000'000, " 500 000 000 transitions, 0.10 s, peak "));
  CHECK(says(Saturating::most, ", at least 18 446 744 073 709 551 615 transitions, 0.10 s, peak "));
  CHECK_FALSE(says(Saturating::most - 1, "at least"));
}

TEST_CASE("of the registered models only those that do nothing have to tell it") {
  const Texts nothing{"no process ever started", "no message was ever sent"};
  const Texts asleep{"no process ever took the step `looks again`"};  // because nobody is woken
  for (const Model* model : models()) {
    CAPTURE(model->full_name());
    Run run;
    run.scenarios = read_scenarios(asked(model->full_name(), "3", "all", "", ""));
    Limits limits(std::size_t{1} << 30);
    run.results.push_back(check(run.scenarios.front(), limits, {.threads = 2, .keep_going = true}));
    Texts warnings;
    if (model->variant == "as-printed" && model->name == "dolev-klawe-rodeh") warnings = nothing;
    if (model->variant == "as-printed" && model->name == "convergecast") warnings = nothing;
    if (model->variant == "as-printed" && model->name == "global-function")
      warnings = {"no message of kind `globalFunc` was ever sent"};
    if (model->variant == "waiting" && model->name == "dolev-klawe-rodeh") warnings = asleep;
    if (model->variant == "waiting" && model->name == "spanning-tree") warnings = asleep;
    if (model->variant == "waiting" && model->name == "global-function")
      warnings = {"no message of kind `globalFunc` was ever sent"};
    // One step is for processes that come back, the other for unreliable timeouts.
    if (model->name == "garcia-molina")
      warnings = {"no process ever took the step `holds an election, being back`",
                  "no process ever took the step `times out`"};
    CHECK(run.warnings() == warnings);
  }
}

TEST_SUITE_END();

}  // namespace conclave
