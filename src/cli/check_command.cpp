#include <cstdio>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/output_file.hpp"
#include "cli/watch.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace conclave {
namespace {

Run run(std::vector<Scenario> scenarios, const CheckOptions& options, const Terminal& progress) {
  Run run;
  run.scenarios = std::move(scenarios);
  run.memory_limit = read_memory(options.memory);
  run.time_limit = read_seconds(options.time);
  const int threads = read_threads(options.threads);
  // What the program takes before it begins does not count as room for configurations.
  Limits limits(run.memory_limit - std::min(resident_bytes() + (std::size_t{4} << 20), run.memory_limit / 2));
  catch_interrupts();
  Watch watch(limits, run.memory_limit, run.time_limit,
              progress.is_terminal && !options.no_progress && !options.quiet, progress);
  for (const Scenario& scenario : run.scenarios) {
    watch.now_exploring(scenario.processes);
    run.results.push_back(check(scenario, limits, threads, options.keep_going));
    if (limits.reason() != StopReason::none) break;
    if (run.results.back().verdict == Verdict::violated && !options.keep_going) break;
  }
  // A limit that was reached when all had been explored changes nothing.
  const bool all =
      run.results.size() == run.scenarios.size() && run.results.back().stopped == StopReason::none;
  run.stopped = all ? StopReason::none : limits.reason();
  run.seconds = watch.seconds();
  run.peak_memory = peak_resident_bytes();
  return run;
}

std::vector<Trace> traces_of(const Run& run) {
  std::vector<Trace> traces;
  for (const Property& p : all_properties) {
    std::size_t which = 0;
    if (const auto* violated = run.counterexample(p.id, &which)) {
      traces.push_back(make_trace(run.scenarios[which], p.id, *violated->counterexample));
    }
  }
  return traces;
}

int exit_status(const Run& run) {
  switch (run.verdict()) {
    case Verdict::holds:
      return exit_holds;
    case Verdict::violated:
      return exit_violated;
    case Verdict::inconclusive:
      break;
  }
  return run.stopped == StopReason::interrupted ? exit_interrupted : exit_inconclusive;
}

}  // namespace

int check_command(const CheckOptions& options) {
  auto scenarios = read_scenarios(options);
  if (options.json == options.trace && !options.json.empty()) {
    const std::string both = options.json == "-" ? "standard output" : "`" + options.json + "`";
    throw UsageError("--json and --trace cannot both go to " + both + "; name another file for one of them");
  }
  // Before the work, so that a file that cannot be written costs no waiting.
  std::optional<OutputFile> json;
  std::optional<OutputFile> trace;
  if (!options.json.empty()) json.emplace(options.json);
  if (!options.trace.empty()) trace.emplace(options.trace);

  const Run result = run(std::move(scenarios), options, Terminal::of(stderr, options.color));
  const std::vector<Trace> traces = traces_of(result);

  // Words and data do not mix: with data on standard output, words go to standard error.
  const bool data_on_stdout = options.json == "-" || options.trace == "-";
  std::FILE* words = data_on_stdout ? stderr : stdout;
  if (!options.quiet) {
    const Terminal terminal = Terminal::of(words, options.color);
    std::string text = describe(result, terminal);
    if (!traces.empty()) text += "\n" + describe(traces.front(), terminal);
    for (std::size_t i = 1; i < traces.size(); ++i)
      text += (i == 1 ? "\n" : "") + describe_briefly(traces[i], terminal);
    if (data_on_stdout) {
      std::fputs(text.c_str(), stderr);
    } else {
      print(text);
    }
  }
  if (json) json->commit(to_json(result, traces).dump(2) + "\n");
  if (trace && !traces.empty()) trace->commit(to_itf(traces.front()).dump(1) + "\n");
  return exit_status(result);
}

}  // namespace conclave
