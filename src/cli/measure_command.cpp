// `measure`: exact costs beside the formulas of the source.
#include <algorithm>
#include <exception>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "author/claim.hpp"
#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/numbers.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/session.hpp"
#include "cli/watch.hpp"
#include "program/model.hpp"
#include "report/measurement.hpp"
#include "report/measurement_page.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "trace/names.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

// Who starts, if the user does not say: as the model has it, and in every other way that its source's claims
// speak of.
std::vector<std::string> initiators_of(const MeasureOptions& options) {
  if (!options.initiators.empty()) return {options.initiators};
  const Model& model = model_named(options.model);
  std::vector<std::string> all{own_initiators(model)};
  if (model.claims == nullptr) return all;
  for (const Claim& claim : model.claims()) {
    if (model.initiators == Initiative::root && claim.initiators == "one") continue;  // That is its own.
    if (std::ranges::find(all, claim.initiators) == all.end()) all.emplace_back(claim.initiators);
  }
  return all;
}

// Which distributions are asked for, and how far. Nothing: none is.
std::optional<Distributed> distributed_of(const MeasureOptions& options, const Model& model, bool lock_step) {
  if (options.distributions.empty()) {
    if (!options.probability.empty() || !options.up_to.empty())
      throw UsageError(std::string(options.probability.empty() ? "--up-to" : "--probability") +
                       " says how far a distribution goes; --distribution COST asks for one");
    return {};
  }
  const Costs costs(*model.program);
  Distributed asked;
  for (const std::string& name : options.distributions) {
    const std::size_t cost = read_cost(name, model);
    if (cost == costs.time() && !lock_step)
      throw UsageError(
          "--distribution time is for lock step; elsewhere time is the longest causal chain, which is not "
          "counted "
          "step by step (messages and deliveries are)");
    if (std::ranges::find(asked.costs, cost) == asked.costs.end()) asked.costs.push_back(cost);
  }
  asked.until = options.probability.empty() ? Rational(999, 1000)
                                            : read_probability(options.probability, "--probability");
  asked.up_to = options.up_to.empty() ? 200 : read_number(options.up_to, "--up-to", 0, 1'000'000);
  return asked;
}

Means means_of(const MeasureOptions& options) {
  if (options.means.empty()) return Means::by_size;
  if (options.means == "exact") return Means::exact;
  if (options.means == "bounds") return Means::bounds;
  throw UsageError("--means takes exact or bounds, not `" + options.means + "`" +
                   suggest(options.means, {"exact", "bounds"}));
}

void check_costs(const std::vector<std::string>& wanted, const Model& model) {
  for (const auto& name : wanted) read_cost(name, model);
}

const Run& run_of(const Measurement& measurement, const MeasuredTable& table) {
  return *std::ranges::find_if(measurement.runs, [&](const Run& run) {
    return describe(run.scenarios.front().initiators) == describe(table.initiators);
  });
}

// For each table the execution that breaks a claim at the smallest number of processes. A mean is of many
// executions, so none can be shown.
std::vector<Trace> broken(Session& session, const Measurement& measurement) {
  std::vector<Trace> traces;
  for (const MeasuredTable& table : measurement.tables) {
    const Run& run = run_of(measurement, table);
    const Costs costs(*run.scenarios.front().model->program);
    for (const MeasuredRow& row : table.rows) {
      const auto violated = std::ranges::find_if(row.claims, [](const Checked& checked) {
        return checked.mark == Mark::violated && checked.claim.statistic != Statistic::mean;
      });
      if (violated == row.claims.end()) continue;
      // Where every execution goes on for ever, none has the least cost.
      const bool least = violated->claim.statistic == Statistic::min && row.cost.min;
      auto trace =
          session.witness(run, {*costs.find(table.cost), least ? Extreme::min : Extreme::max}, row.processes);
      if (trace) traces.push_back(std::move(*trace));
      break;
    }
  }
  return traces;
}

// Executions that attain the extremes of every table. A limit that is reached leaves out the rest.
WitnessParts extremes(Session& session, const Measurement& measurement) {
  WitnessParts witnesses;
  for (std::size_t k = 0; k < measurement.tables.size(); ++k) {
    const MeasuredTable& table = measurement.tables[k];
    const Run& run = run_of(measurement, table);
    const Costs costs(*run.scenarios.front().model->program);
    for (std::size_t at = 0; at < table.rows.size() && !table.is_share; ++at) {
      const MeasuredRow& row = table.rows[at];
      for (const Extreme extreme : {Extreme::min, Extreme::max}) {
        // Where every execution goes on for ever, none has the least cost.
        if (extreme == Extreme::min && !row.cost.min) continue;
        auto trace = row.complete ? session.witness(run, {*costs.find(table.cost), extreme}, row.processes)
                                  : std::nullopt;
        if (trace) {
          witnesses.add(std::move(*trace), {k, at, extreme});
        } else {
          witnesses.miss();
        }
      }
    }
  }
  return witnesses;
}

}  // namespace

int measure_command(const MeasureOptions& options) {
  Session session(options, Terminal::of(stderr, options.display));
  session.load(options.model);
  const Model& model = model_named(options.model);
  check_costs(options.costs, model);
  std::optional<Distributed> distributed = distributed_of(options, model, model.program->lock_step());
  const Means means = means_of(options);
  std::vector<std::string> costs = options.costs;  // none: those that are usual
  costs.insert(costs.end(), options.distributions.begin(), options.distributions.end());
  std::optional<Task::Witness> wanted;
  if (!options.witness.empty()) wanted = read_witness(options.witness, model);
  std::optional<Event> until;
  if (!options.until.empty()) until = read_event(options.until, model);
  std::vector<Split> split;
  if (!options.by.empty()) split = read_split(options.by, model);
  // Kinds alone are counted in any case, and need no exploration of every order.
  const bool by_kind = split.size() == 1 && split.front().name == "kind";
  if (by_kind) split.clear();
  std::vector<std::vector<Scenario>> sections;
  for (const auto& initiators : initiators_of(options)) {
    ScenarioOptions of = options;
    of.initiators = initiators;
    of.properties = {};
    sections.push_back(session.scenarios(of));
    for (Scenario& scenario : sections.back()) {
      scenario.properties = {};  // costs are all that is asked
      scenario.until = until;
      scenario.split = split;
    }
  }
  OutputFiles files({{"--csv", options.csv},
                     {"--json", options.json},
                     {"--svg", options.svg},
                     {"--html", options.html},
                     {"--trace", options.trace}},
                    options.kept);

  catch_interrupts();  // from here on there is something to lose
  const bool wants_time = costs.empty() || std::ranges::find(costs, "time") != costs.end() ||
                          (wanted && wanted->cost == Costs(*model.program).time());
  const Effort effort{.keep_going = true,
                      .time_up_to = wants_time ? std::numeric_limits<std::uint64_t>::max() : 0,
                      .expected = true,
                      .means = means,
                      .distributed = distributed,
                      .by_case = true};
  Measurement measurement = tabulate(session.run(std::move(sections), effort), costs, by_kind, distributed);
  measurement.seconds = session.seconds();

  const Terminal terminal = Terminal::of(files.words(), options.display);
  std::string text = describe(measurement, terminal);
  std::vector<Trace> witnesses = broken(session, measurement);
  const std::size_t breaking = witnesses.size();
  std::exception_ptr no_witness;  // thrown last, because all else may have been hours of work
  if (wanted) {
    try {
      if (auto trace = session.witness(measurement.runs.front(), *wanted, {}))
        witnesses.push_back(std::move(*trace));
    } catch (const UsageError&) {
      no_witness = std::current_exception();
    }
  }
  for (const Trace& witness : witnesses) text += "\n" + describe(witness, terminal);
  const std::string csv = to_csv(measurement);
  files.commit("--csv", options.csv == "-" ? Terminal::of(stdout, options.display).show(csv) : csv);
  files.commit("--json",
               to_json(measurement, witnesses).dump(2, ' ', true, Json::error_handler_t::replace) + "\n");
  files.commit("--svg", to_svg(measurement));
  if (!options.html.empty())
    files.commit("--html", page_of(measurement, extremes(session, measurement), options.typed));
  // The one that was asked for, else the first that breaks a claim.
  const bool found = witnesses.size() > breaking;
  if (found || !(wanted || witnesses.empty()))
    files.commit("--trace", to_itf(found ? witnesses.back() : witnesses.front())
                                    .dump(1, ' ', true, Json::error_handler_t::replace) +
                                "\n");
  if (!options.quiet) files.say(text);
  files.finish();
  session.rethrow_error();

  if (no_witness) std::rethrow_exception(no_witness);
  if (measurement.violated()) return exit_violated;
  return measurement.complete() && (!wanted || found) ? exit_holds : session.exit_status();
}

}  // namespace conclave
