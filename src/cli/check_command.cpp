// `check`: the exhaustive check.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/journal_options.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/proved.hpp"
#include "cli/session.hpp"
#include "cli/watch.hpp"
#include "engine/run/check.hpp"
#include "program/contained.hpp"
#include "program/model.hpp"
#include "report/json.hpp"
#include "report/page.hpp"
#include "report/run.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "report/words.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

// Measuring time costs about ten times as much as all the rest, so larger runs leave it to `measure`.
constexpr std::uint64_t time_up_to = std::uint64_t{1} << 14;

// Is something missing from all that may follow? The steps that lead there do not show it.
bool is_about_what_follows(const Property& property) {
  return property.id == PropertyId::can_terminate || property.kind == PropertyKind::reachability;
}

// The shortest one comes first, because it takes the least to read.
std::vector<Trace> traces_of(const Run& run, Limits& limits) {
  std::vector<Trace> traces;
  std::vector<Trace> of_what_follows;
  for (const Property& p : run.scenarios.front().model->properties) {
    std::size_t which = 0;
    if (const auto* violated = run.counterexample(p.id, &which)) {
      (is_about_what_follows(p) ? of_what_follows : traces)
          .push_back(make_trace(run.scenarios[which], p.id, *violated->counterexample, &limits));
    }
  }
  std::ranges::stable_sort(traces, {}, [](const Trace& t) { return std::pair(t.ids.size(), t.steps()); });
  std::ranges::move(of_what_follows, std::back_inserter(traces));
  return traces;
}

// The model that was asked for, or its variant that remembers who was elected.
struct Part {
  const Run& run;
  std::vector<Trace> traces;
};

std::vector<Part> with_traces(const std::vector<Run>& runs, Limits& limits) {
  std::vector<Part> parts;
  for (const Run& run : runs) parts.push_back({run, traces_of(run, limits)});
  return parts;
}

Verdict verdict(const std::vector<Part>& parts) {
  Verdict all = Verdict::holds;
  for (const Part& part : parts) all = worse(all, part.run.verdict());
  return all;
}

int exit_status(const std::vector<Part>& parts) {
  switch (verdict(parts)) {
    case Verdict::holds:
      return exit_holds;
    case Verdict::violated:
      return exit_violated;
    case Verdict::inconclusive:
      break;
  }
  const bool interrupted = std::ranges::any_of(
      parts, [](const Part& part) { return part.run.stopped == StopReason::interrupted; });
  return interrupted ? exit_interrupted : exit_inconclusive;
}

// Does a proof speak of what may happen in the scenario (docs/semantics/proofs.md)?
bool is_covered_by_proofs(const Scenario& scenario) {
  const Faults& faults = scenario.faults;
  const Identifiers& ids = scenario.identifiers;
  const std::set<int> different(ids.listed.begin(), ids.listed.end());
  const bool repeated = ids.kind == Identifiers::Kind::equal || ids.kind == Identifiers::Kind::duplicates ||
                        different.size() < ids.listed.size();
  const bool is_told = scenario.model->detects_crashes && scenario.may_miss_somebody();
  return scenario.topology == "ring" && !repeated && ids.least > 0 && faults.byzantine == 0 &&
         faults.recover == 0 && !is_told;
}

// The properties that were asked and that `prove` has proved before for rings of every size.
std::vector<std::string> proved(const std::vector<Part>& parts) {
  std::vector<std::string> names;
  const Scenario& scenario = parts.front().run.scenarios.front();
  if (!is_covered_by_proofs(scenario)) return names;
  for (const std::string& name : proved_before(*scenario.model, scenario.parameters)) {
    const auto property = std::ranges::find(scenario.model->properties, name, &Property::name);
    if (property != scenario.model->properties.end() && scenario.properties.contains(property->id))
      names.push_back(name);
  }
  return names;
}

Json to_json(const std::vector<Part>& parts, const std::optional<Trace>& witness) {
  Json json = to_json(parts.front().run, parts.front().traces, witness);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    Json variant = to_json(parts[i].run, parts[i].traces, {});
    if (parts[i].run.verdict() == verdict(parts)) json["verdict"] = variant["verdict"];
    json["variants"].push_back(std::move(variant));
  }
  return json;
}

// The witness comes before the counterexamples.
std::string page_of(const std::vector<Part>& parts, const std::optional<Trace>& witness, Limits& limits) {
  std::vector<PagePart> all;
  for (const Part& part : parts) {
    PagePart& shown = all.emplace_back(part.run);
    for (const Trace& trace : part.traces) shown.traces.push_back({trace, find_going_well(trace, limits)});
  }
  if (witness) all.front().traces.insert(all.front().traces.begin(), {*witness});
  return page_of(all);
}

std::string describe(const Part& part, const Terminal& terminal) {
  std::string text = describe(part.run, terminal);
  if (!part.traces.empty()) text += "\n" + describe(part.traces.front(), terminal);
  for (std::size_t i = 1; i < part.traces.size(); ++i)
    text += (i == 1 ? "\n" : "") + describe_briefly(part.traces[i], terminal);
  const std::string costs = describe_costs(part.run, terminal);
  return text + (costs.empty() ? "" : "\n" + costs);
}

// What is violated comes first.
std::string describe(const std::vector<Part>& parts, const Terminal& terminal) {
  std::string text;
  for (const bool violated : {true, false}) {
    for (const Part& part : parts) {
      if ((part.run.verdict() == Verdict::violated) != violated) continue;
      text += (text.empty() ? "" : "\n") + describe(part, terminal);
    }
  }
  return text;
}

std::string itf_text(const Trace& trace) {
  return to_itf(trace).dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

// The files are known by their options; of --trace there may be one for each property.
std::string trace_option(std::string_view property) { return "--trace " + std::string(property); }

// A % in the name of the trace's file stands for the property, and each counterexample gets a file.
std::vector<OutputFiles::Wanted> files_of(const CheckOptions& options, const Model& model) {
  std::vector<OutputFiles::Wanted> files{{"--json", options.json}, {"--html", options.html}};
  const std::size_t mark = options.trace.find('%');
  if (mark == std::string::npos) {
    files.push_back({"--trace", options.trace});
    return files;
  }
  if (!options.witness.empty())
    throw UsageError("--trace " + options.trace + ": there is but one witness; a % stands for a property");
  for (const Property& property : model.properties) {
    std::string path = options.trace;
    files.push_back({trace_option(property.name), path.replace(mark, 1, property.name)});
  }
  return files;
}

// An execution with the extreme of a cost until an event. What the check counts is of whole executions, so
// that this needs a run of its own.
std::optional<Trace> witness_until(Session& session, std::vector<Scenario> scenarios, const Event& until,
                                   const Task::Witness& wanted) {
  if (session.limits().reason() != StopReason::none) return {};
  for (Scenario& scenario : scenarios) {
    scenario.properties = {};
    scenario.until = until;
  }
  const Effort effort{.keep_going = true, .time_up_to = std::numeric_limits<std::uint64_t>::max()};
  return session.witness(session.run({std::move(scenarios)}, effort).front(), wanted, {});
}

// What one shard did. Verdicts are a matter of all of them.
std::string describe_shard(const CheckOptions& options, const std::vector<Part>& parts,
                           const std::string& ended_by, const Terminal& terminal) {
  Rational orders = 0;
  for (const Part& part : parts) orders += part.run.identifier_orders();
  std::string text = "Shard " + options.shard + " has explored " + plural(orders.str(), "order", "orders") +
                     " of identifiers; ";
  text += verdict(parts) == Verdict::violated ? "a property is violated there.\n"
                                              : "no property is violated there.\n";
  if (!ended_by.empty())
    return terminal.page(text + "It is not finished: " + ended_by +
                         ". The same command goes on, or `conclave merge` hands out what is left.\n");
  return terminal.page(text + "What it found is in " + options.journal +
                       "; `conclave merge` puts the journals of all shards together.\n");
}

// Without MPI, each of several processes would check everything.
void refuse_to_be_many(const CheckOptions& options) {
  if (options.wire != nullptr || !options.shard.empty() || options.kept != nullptr) return;
  for (const auto& [variable, mpi] : {std::pair{"OMPI_COMM_WORLD_SIZE", "openmpi"}, {"PMI_SIZE", "mpich"}}) {
    const char* const processes = std::getenv(variable);
    if (processes != nullptr && std::atoi(processes) > 1)
      throw UsageError("this program is for one process, and mpirun has started " + std::string(processes) +
                       "; docs/scale.md says how conclave-" + mpi + " is built");
  }
}

}  // namespace

int check_command(const CheckOptions& options, Ledger* ledger) {
  refuse_to_be_many(options);
  const std::unique_ptr<Journal> journal = ledger == nullptr ? open_journal(options) : nullptr;
  if (journal) ledger = journal.get();
  Session session(options, Terminal::of(stderr, options.display));
  session.load(options.model);
  std::vector<std::vector<Scenario>> lists;
  for (const ScenarioOptions& of : with_variant(options)) lists.push_back(session.scenarios(of));
  std::optional<Task::Witness> wanted;
  if (!options.witness.empty()) wanted = read_witness(options.witness, model_named(options.model));
  if (!options.until.empty() && !wanted)
    throw UsageError("--until " + options.until +
                     " is for a cost, so it goes with --witness, such as --witness messages=max");
  std::optional<Event> until;
  if (wanted && !options.until.empty()) until = read_event(options.until, model_named(options.model));
  const std::vector<Scenario> scenarios = lists.front();
  OutputFiles files(files_of(options, *lists.front().front().model), options.kept);

  catch_interrupts();  // from here on there is something to lose
  const bool wants_time = wanted && wanted->cost == Costs(*lists.front().front().model->program).time();
  const Effort effort{.keep_going = options.keep_going || wanted,  // an extreme is one over all orders
                      .time_up_to = wants_time ? std::numeric_limits<std::uint64_t>::max() : time_up_to,
                      .ledger = ledger,
                      .wire = options.wire};
  const Terminal terminal = Terminal::of(files.words(), options.display);
  const auto so_far = [&](const std::vector<Run>& runs) {
    const std::vector<Part> parts = with_traces(runs, session.limits());
    if (!options.quiet && options.kept == nullptr) Contained::keep(describe(parts, terminal));
    if (files.any())
      files.commit_so_far("--json",
                          to_json(parts, {}).dump(2, ' ', true, Json::error_handler_t::replace) + "\n");
  };
  const std::vector<Run> runs = session.run(std::move(lists), effort, so_far);
  const std::vector<Part> parts = with_traces(runs, session.limits());
  std::optional<Trace> witness;
  std::exception_ptr no_witness;  // thrown last, because all else may have been hours of work
  if (wanted) {
    try {
      witness = until ? witness_until(session, scenarios, *until, *wanted)
                      : session.witness(runs.front(), *wanted, {});
    } catch (const UsageError&) {
      no_witness = std::current_exception();
    }
  }

  files.commit("--json", to_json(parts, witness).dump(2, ' ', true, Json::error_handler_t::replace) + "\n");
  const auto violated = std::ranges::find_if(parts, [](const Part& part) { return !part.traces.empty(); });
  if (witness) {
    files.commit("--trace", itf_text(*witness));
  } else if (!wanted && violated != parts.end()) {
    files.commit("--trace", itf_text(violated->traces.front()));
    for (const Trace& trace : violated->traces) files.commit(trace_option(trace.property), itf_text(trace));
  }

  if (!options.html.empty()) files.commit("--html", page_of(parts, witness, session.limits()));

  if (journal && journal->share()) {
    const bool by_error =
        std::ranges::any_of(parts, [](const Part& part) { return part.run.stopped == StopReason::error; });
    const std::string ended_by = by_error ? "there was an error" : session.ended_by();
    if (!options.quiet) files.say(describe_shard(options, parts, ended_by, terminal));
    files.finish();
    session.rethrow_error();
    if (verdict(parts) == Verdict::violated) return exit_violated;
    return session.limits().reason() == StopReason::none ? exit_holds : session.exit_status();
  }
  if (!options.quiet) {
    std::string text = describe(parts, terminal);
    if (const std::vector<std::string> names = proved(parts);
        !names.empty() && verdict(parts) == Verdict::holds)
      text += terminal.page(
          fmt::format("\n  Proved before for rings of every size: {}; `conclave prove {}` shows it.\n",
                      fmt::join(names, ", "), options.model));
    if (witness) text += "\n" + describe(*witness, terminal);
    if (wanted && !witness && !no_witness)
      text += terminal.page("\nNo witness: " + session.ended_by() + " before it was found.\n");
    files.say(text);
  }
  files.finish();
  session.rethrow_error();
  if (no_witness) std::rethrow_exception(no_witness);
  const int status = exit_status(parts);
  return status == exit_holds && wanted && !witness ? session.exit_status() : status;
}

void help_check(const CheckOptions& options) {
  std::vector<Scenario> scenarios;
  EffortOptions quiet = options;
  quiet.quiet = true;
  std::optional<Session> session;
  if (!options.model.empty()) {
    catch_interrupts();
    try {
      session.emplace(quiet, Terminal::of(stderr, options.display));
      session->load(options.model);
      for (const ScenarioOptions& of : with_variant(options))
        std::ranges::move(session->scenarios(of), std::back_inserter(scenarios));
    } catch (const std::exception&) {  // the process that runs the command says so
    }
  }
  Limits none(std::size_t{1} << 20);
  serve(scenarios, session ? session->limits() : none,
        {.threads = session ? session->threads() : 1,
         .room = session ? session->room() : std::nullopt,
         .wire = options.wire});
}

}  // namespace conclave
