// `explore`: the state space of one instance, walked by hand.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/explore_session.hpp"
#include "cli/numbers.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/session.hpp"
#include "cli/trace_file.hpp"
#include "program/model.hpp"
#include "report/exploration_page.hpp"
#include "trace/replay.hpp"

namespace conclave {
namespace {

constexpr int greatest = std::numeric_limits<int>::max();
// How many configurations are looked at, without --most. A page of so many has some megabytes.
constexpr int most_ahead = 100'000;
constexpr int most_on_a_page = 10'000;

// "run.itf.json@3"; without a step it is the last one.
struct Place {
  std::string file;
  std::string step;
};

Place place_in(const std::string& text) {
  const std::size_t at = text.rfind('@');
  const bool has_step = at != std::string::npos && at + 1 < text.size() &&
                        text.find_first_not_of("0123456789", at + 1) == std::string::npos;
  return has_step ? Place{text.substr(0, at), text.substr(at + 1)} : Place{text, ""};
}

// The trace says what the scenario is.
void refuse_scenario(const ExploreOptions& o, const std::string& model) {
  const bool any_fault =
      std::ranges::any_of(o.fault_budgets, [](const auto& each) { return !each.second.empty(); });
  for (const std::string* text : {&o.processes, &o.ids, &o.universe, &o.initiators, &o.down, &o.network,
                                  &o.topology, &o.byzantine, &o.byzantine_at, &o.fairness, &o.instance}) {
    if (!text->empty() || any_fault || !o.parameters.empty())
      throw UsageError("--from begins in the scenario of the trace, so it takes no options of another one");
  }
  if (!o.model.empty() && o.model != model)
    throw UsageError("the trace is of " + model + ", not of " + o.model + "; --from takes no model besides");
}

struct Start {
  std::vector<Scenario> scenarios;
  std::vector<Step> steps;
  std::size_t at = 0;
};

Start start_of(const ExploreOptions& options, Session& session) {
  if (options.from.empty()) {
    if (options.model.empty())
      throw UsageError("a session needs a model or --from TRACE; see `conclave explore --help`");
    ScenarioOptions one = for_a_small_instance(options, 3, "none", "a session");
    Start start{session.scenarios(one), {}, 0};
    if (start.scenarios.size() > 1)
      throw UsageError("-n " + options.processes + ": a session is in one instance, so -n takes one number");
    return start;
  }
  const auto [file, step] = place_in(options.from);
  const Trace trace = read_trace(file);
  refuse_scenario(options, trace.model);
  try {
    model_named(trace.model);  // refuses a wrong name with the nearest right one
    Start start{{scenario_of(trace)}, steps_of(trace, session.limits()), trace.steps()};
    if (!step.empty())
      start.at = static_cast<std::size_t>(
          read_number(step, "--from " + file + "@STEP", 0, static_cast<int>(trace.steps())));
    start.scenarios.front().reduction = Reduction::none();
    return start;
  } catch (const TraceError& error) {
    throw TraceError(file + ": " + error.what());
  }
}

void write_page(const std::string& path, const Scenario& scenario, const Start& start,
                std::size_t instance_number, Session& session, std::uint64_t most) {
  OutputFile file(path);
  const Instance instance = instance_of(scenario, instance_number, session.limits());
  Exploration exploration(scenario, instance, session.limits());
  exploration.follow(start.steps);
  exploration.go_to(start.at);
  const std::optional<std::string> page = page_of(exploration, session.limits(), most);
  if (!page)
    throw UsageError("the instance has more than " + std::to_string(most) +
                     " configurations, too many for a page: take fewer processes (-n), fewer initiators or "
                     "faults, or allow more (--most N)");
  file.commit(*page);
}

}  // namespace

int explore_command(const ExploreOptions& options) {
  if (!options.html.empty() && !options.random.empty())
    throw UsageError("--html writes every execution, and --random takes one: they do not go together");
  const int usual = options.html.empty() ? most_ahead : most_on_a_page;
  const auto most = static_cast<std::uint64_t>(
      options.most.empty() ? usual : read_number(options.most, "--most", 1, greatest));
  const int instance =
      options.instance.empty() ? 1 : read_number(options.instance, "--instance", 1, greatest);
  Session session(options, Terminal{});  // Ctrl-C ends the program at once: nothing is lost
  const Terminal terminal = Terminal::of(stdout, options.display);
  try {
    const Start start = start_of(options, session);
    if (!options.html.empty()) {
      write_page(options.html, start.scenarios.front(), start, static_cast<std::size_t>(instance), session,
                 most);
      return exit_holds;
    }
    ExploreSession walk(start.scenarios.front(), session.limits(), most, terminal);
    walk.choose_instance(static_cast<std::size_t>(instance));
    walk.begin_at(start.steps, start.at);
    if (!options.random.empty()) {
      walk.run_random(read_number(options.random, "--random", 0, greatest));
      return exit_holds;
    }
    return walk.run() ? exit_holds : exit_usage;
  } catch (const LimitReached&) {
    throw LimitError(session.ended_by() + ", which ends the session");
  }
}

}  // namespace conclave
