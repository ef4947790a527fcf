// A state space that is walked by hand: every step that is offered can be taken, what is reached is what the
// engine counts, and the ends cost what it says.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "cli/options.hpp"
#include "engine/run/explorer.hpp"
#include "scenario/instances.hpp"
#include "sizes.hpp"
#include "trace/exploration.hpp"

namespace conclave {
namespace {

// Everything that tells two configurations of an instance apart.
std::string text_of(const TraceState& state) {
  std::string text = json_text(TraceValue::list(state.processes)) +
                     json_text(TraceValue::list(state.copies)) + json_text(state.faults_left);
  for (const auto* channels : {&state.channels, &state.late}) {
    for (const auto& messages : *channels) text += json_text(TraceValue::list(messages));
    text += ";";
  }
  return text;
}

struct Walked {
  std::size_t configurations = 0;
  std::size_t steps = 0;
  std::size_t quiescent = 0;
  friend bool operator==(const Walked&, const Walked&) = default;
};

// Takes every step that is offered anywhere, breadth-first, back and forth in one exploration.
Walked walk_everywhere(Exploration& exploration) {
  std::map<std::string, std::vector<Step>> known{{text_of(exploration.states().back()), {}}};
  std::vector<std::vector<Step>> waiting{{}};
  Walked walked;
  for (std::size_t next = 0; next < waiting.size(); ++next) {
    const std::vector<Step> here = waiting[next];
    const auto return_here = [&] {
      exploration.go_to(0);
      exploration.follow(here);
    };
    return_here();
    walked.quiescent += exploration.rests();
    for (std::size_t k = 0; k < exploration.choices(); ++k) {
      const std::string before = text_of(exploration.states().back());
      const TraceStep shown = exploration.choice(k);
      exploration.take(k);
      CHECK(exploration.states().back().step->kind == shown.kind);
      CHECK(exploration.states().back().step->sends == shown.sends);
      const std::string after = text_of(exploration.states().back());
      const bool idle = shown.is_round() && exploration.steps().back().events.empty() && after == before;
      walked.steps += !idle;
      if (known.emplace(after, exploration.steps()).second) waiting.push_back(exploration.steps());
      return_here();
    }
  }
  walked.configurations = known.size();
  return walked;
}

ScenarioOptions options(const std::string& model, const std::string& n) {
  ScenarioOptions options;
  options.model = model;
  options.processes = n;
  options.reduction = "none";
  return options;
}

std::vector<ScenarioOptions> scenarios() {
  std::vector<ScenarioOptions> all;
  const auto add = [&](const std::string& model, const std::string& n, const auto& change) {
    all.push_back(options(model, n));
    change(all.back());
  };
  const auto with_fault = [](std::string_view name) {
    const auto budget = std::ranges::find(budgets, name, &FaultKind::name);
    REQUIRE(budget != std::end(budgets));
    return [name = budget->name](ScenarioOptions& o) { o.fault_budgets[name] = "1"; };
  };
  const auto as_it_is = [](ScenarioOptions&) {};
  add("chang-roberts", "3", as_it_is);
  add("chang-roberts", "3", [](ScenarioOptions& o) { o.network = "bag"; });
  add("chang-roberts", "2", [](ScenarioOptions& o) { o.network = "set"; });
  add("chang-roberts", "2", with_fault("loss"));
  add("chang-roberts", "2", with_fault("crash"));
  add("chang-roberts", "2", [](ScenarioOptions& o) { o.byzantine = "1"; });
  add("franklin", "2", as_it_is);
  add("harmony-leader", "2", as_it_is);                  // steps of its own
  add("harmony-leader:non-atomic-send", "2", as_it_is);  // private copies
  add("lcr", "3", as_it_is);
  add("lcr", "2", with_fault("crash"));
  add("bully", "2", with_fault("late"));
  return all;
}

// The first instance of each scenario.
template <class Look>
void for_each_first(const Look& look) {
  for (const ScenarioOptions& options : scenarios()) {
    if (!testing::is_tried(3)) continue;
    CAPTURE(options.model);
    CAPTURE(options.network);
    const Scenario scenario = read_scenarios(options).front();
    Instance instance;
    REQUIRE(Instances(scenario).next(instance));
    Limits limits(std::size_t{1} << 30);
    look(scenario, instance, limits);
  }
}

}  // namespace

TEST_SUITE_BEGIN("trace");

TEST_CASE("every step that is offered leads where the engine says") {
  for_each_first([](const Scenario& scenario, const Instance& instance, Limits& limits) {
    const InstanceResult found = Explorer(scenario, limits).explore(instance);
    if (found.states > 400) return;  // going back walks anew
    Exploration exploration(scenario, instance, limits);
    CHECK(walk_everywhere(exploration) == Walked{found.states, found.transitions, found.quiescent});
  });
}

TEST_CASE("what lies ahead, and what the ends cost, is what the engine says") {
  for_each_first([](const Scenario& scenario, const Instance& instance, Limits& limits) {
    const InstanceResult found = Explorer(scenario, limits).explore(instance);
    Exploration exploration(scenario, instance, limits);
    const Ahead& ahead = exploration.ahead(1'000'000);
    CHECK(ahead.whole());
    CHECK(ahead.configurations() == found.states);
    CHECK(ahead.steps() == found.transitions);
    CHECK(ahead.endings().size() == found.quiescent);
    const Extremes& messages = found.costs.at(Costs::messages);
    std::optional<std::int64_t> least;
    std::optional<std::int64_t> most = 0;
    for (const Ahead::Ending& ending : ahead.endings()) {
      least = std::min(ending.least, least.value_or(ending.least));
      most = most && ending.most ? std::optional(std::max(*most, *ending.most)) : std::nullopt;
    }
    // An execution that goes on for ever has a cost, too, and may have the least or the most.
    if (least && messages.min) CHECK(*messages.min <= *least);
    if (messages.max && least) CHECK(most == messages.max);
    if (!most) CHECK_FALSE(messages.max);
  });
}

TEST_CASE("the ways to an end are as long and cost as much as is said") {
  for_each_first([](const Scenario& scenario, const Instance& instance, Limits& limits) {
    Exploration exploration(scenario, instance, limits);
    const Ahead ahead(scenario, instance, {}, limits, 1'000'000);
    const std::size_t some = std::min<std::size_t>(ahead.endings().size(), 5);
    for (std::size_t k = 0; k < some; ++k) {
      const Ahead::Ending& ending = ahead.endings()[k];
      const auto check = [&](const std::vector<Step>& way, std::optional<std::int64_t> messages) {
        exploration.go_to(0);
        exploration.follow(way);
        CHECK(exploration.rests());
        CHECK(exploration.decided() == ending.decided);
        if (messages) CHECK(exploration.messages() == *messages);
        return text_of(exploration.states().back());
      };
      const std::vector<Step> nearest = ahead.nearest_way(ending.at);
      CHECK(nearest.size() == ending.steps);
      const std::string end = check(nearest, {});
      CHECK(check(ahead.cheapest_way(ending.at), ending.least) == end);
      const auto dearest = ahead.dearest_way(ending.at);
      CHECK(dearest.has_value() == ending.most.has_value());
      if (dearest) CHECK(check(*dearest, ending.most) == end);
    }
  });
}

TEST_CASE("branches stay, and a step that was taken before makes no new one") {
  const Scenario scenario = read_scenarios(options("chang-roberts", "3")).front();
  Instance instance;
  REQUIRE(Instances(scenario).next(instance));
  Limits limits(std::size_t{1} << 30);
  Exploration exploration(scenario, instance, limits);
  exploration.take(0);
  exploration.take(0);
  const std::string first = text_of(exploration.states().back());
  exploration.go_to(1);
  CHECK(exploration.length() == 2);
  exploration.take(0);
  CHECK(exploration.branches().size() == 1);
  exploration.go_to(1);
  exploration.take(1);
  CHECK(exploration.branches().size() == 2);
  CHECK(exploration.branch() == 1);
  CHECK(text_of(exploration.states().back()) != first);
  exploration.rename("other");
  exploration.switch_to(0);
  CHECK(text_of(exploration.states().back()) == first);
  CHECK(exploration.branches()[1].name == "other");
}

TEST_CASE("a bound on what is looked at is kept, and told") {
  const Scenario scenario = read_scenarios(options("chang-roberts", "3")).front();
  Instance instance;
  REQUIRE(Instances(scenario).next(instance));
  Limits limits(std::size_t{1} << 30);
  Exploration exploration(scenario, instance, limits);
  const Ahead& ahead = exploration.ahead(10);
  CHECK(ahead.configurations() == 10);
  CHECK_FALSE(ahead.whole());
  limits.stop(StopReason::time);
  CHECK_THROWS_AS(exploration.take(0), LimitReached);
}

}  // namespace conclave
