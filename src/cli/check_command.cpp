// `check`: the exhaustive check.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/session.hpp"
#include "cli/watch.hpp"
#include "engine/run/check.hpp"
#include "program/model.hpp"
#include "report/json.hpp"
#include "report/run.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

// Measuring time costs about ten times as much as all the rest, so larger runs leave it to `measure`.
constexpr std::uint64_t time_up_to = std::uint64_t{1} << 14;

std::vector<Trace> traces_of(const Run& run, Limits& limits) {
  std::vector<Trace> traces;
  for (const Property& p : run.scenarios.front().model->properties) {
    std::size_t which = 0;
    if (const auto* violated = run.counterexample(p.id, &which)) {
      traces.push_back(make_trace(run.scenarios[which], p.id, *violated->counterexample, &limits));
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
  Session session(options, Terminal::of(stderr, options.color));
  auto scenarios = session.scenarios(options);
  std::optional<Task::Witness> wanted;
  if (!options.witness.empty()) wanted = read_witness(options.witness, model_named(options.model));
  OutputFiles files({{"--json", options.json}, {"--trace", options.trace}});

  catch_interrupts();  // from here on there is something to lose
  const bool wants_time = wanted && wanted->cost == Costs(*scenarios.front().model->program).time();
  const Effort effort{.keep_going = options.keep_going || wanted,  // an extreme is one over all orders
                      .time_up_to = wants_time ? std::numeric_limits<std::uint64_t>::max() : time_up_to};
  const Run result = session.run(std::move(scenarios), effort);
  const std::vector<Trace> traces = traces_of(result, session.limits());
  std::optional<Trace> witness;
  std::exception_ptr no_witness;  // thrown last, because all else may have been hours of work
  if (wanted) {
    try {
      witness = session.witness(result, *wanted, {});
    } catch (const UsageError&) {
      no_witness = std::current_exception();
    }
  }

  files.commit("--json", to_json(result, traces, witness).dump(2, ' ', true) + "\n");
  if (witness) {
    files.commit("--trace", to_itf(*witness).dump(1, ' ', true) + "\n");
  } else if (!wanted && !traces.empty()) {
    files.commit("--trace", to_itf(traces.front()).dump(1, ' ', true) + "\n");
  }

  if (!options.quiet) {
    const Terminal terminal = Terminal::of(files.words(), options.color);
    std::string text = describe(result, terminal);
    if (!traces.empty()) text += "\n" + describe(traces.front(), terminal);
    for (std::size_t i = 1; i < traces.size(); ++i)
      text += (i == 1 ? "\n" : "") + describe_briefly(traces[i], terminal);
    if (witness) text += "\n" + describe(*witness, terminal);
    if (wanted && !witness && !no_witness)
      text += terminal.show("\nNo witness: " + session.ended_by() + " before it was found.\n");
    files.say(text);
  }
  files.finish();
  if (no_witness) std::rethrow_exception(no_witness);
  const int status = exit_status(result);
  return status == exit_holds && wanted && !witness ? session.exit_status() : status;
}

}  // namespace conclave
