#include "cli/session.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "cli/error.hpp"
#include "cli/selfcheck.hpp"
#include "engine/run/check.hpp"
#include "engine/run/explorer.hpp"
#include "engine/run/wire.hpp"
#include "own/own_model.hpp"
#include "program/model.hpp"
#include "report/words.hpp"

namespace conclave {
namespace {

// What the program takes before it begins does not count as room for configurations.
std::size_t for_configurations(std::size_t memory) {
  return memory - std::min(resident_bytes() + (std::size_t{4} << 20), memory / 2);
}

// Unless the user says more, processes on one machine share it.
int sharers(const EffortOptions& options) {
  return options.wire == nullptr ? 1 : options.wire->processes_here();
}

}  // namespace

Session::Session(const EffortOptions& options, const Terminal& progress)
    : allowed_{.memory = read_memory(options.memory) / (options.memory.empty() ? sharers(options) : 1),
               .depth = 0,
               .seconds = read_seconds(options.time)},
      threads_(std::max(1, read_threads(options.threads) / (options.threads.empty() ? sharers(options) : 1))),
      limits_(for_configurations(allowed_.memory), read_depth(options.depth)),
      room_(read_room(options, limits_.memory(), threads_)),
      watch_(limits_, allowed_.memory, allowed_.seconds,
             progress.is_terminal && !options.no_progress && !options.quiet, progress) {}

std::string Session::ended_by() const { return words(limits_.reason(), allowed_); }

int Session::exit_status() const {
  return limits_.reason() == StopReason::interrupted ? exit_interrupted : exit_inconclusive;
}

void Session::load(const std::string& model) {
  if (names_file(model)) watch_.aside([&] { find_model(model); });
}

std::vector<Scenario> Session::scenarios(const ScenarioOptions& options) {
  load(options.model);
  const LimitsInForce in_force(&limits_);
  try {
    auto scenarios = read_scenarios(options);
    if (!scenarios.empty()) allowed_.depth = limits_.depth(scenarios.front().lock_step());
    return scenarios;
  } catch (const LimitReached&) {
    throw LimitError(ended_by() + " while the graphs were listed; a smaller -n has fewer");
  }
}

// Says under which limits the run was, and how it ended.
void Session::sign(Run& run) const {
  run.limits = allowed_;
  run.limits.depth = limits_.depth(run.scenarios.front().lock_step());
  // A limit that was reached when all had been explored changes nothing.
  const bool all =
      run.results.size() == run.scenarios.size() && run.results.back().stopped == StopReason::none;
  if (run.stopped != StopReason::error) run.stopped = all ? StopReason::none : limits_.reason();
  if (run.stopped == StopReason::none && std::ranges::any_of(run.results, [](const CheckResult& result) {
        return result.stopped == StopReason::missing;
      }))
    run.stopped = StopReason::missing;
  run.stopped_inside = limits_.inside();
  if (run.stopped != StopReason::none) run.growth = limits_.growth();
  run.on_disk = limits_.on_disk;
  run.by_all = limits_.by_all;
  run.bytes_sent = limits_.bytes_sent;
  run.undivided = limits_.undivided();
  run.seconds = 0;
  for (const auto& result : run.results) run.seconds += result.seconds;
  run.peak_memory = peak_resident_bytes();
}

std::vector<Run> Session::run(std::vector<std::vector<Scenario>> lists, Effort effort, const SoFar& so_far) {
  effort.threads = threads_;
  effort.room = room_;
  std::vector<Run> runs(lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) runs[i].scenarios = std::move(lists[i]);
  const auto violated = [&](const Run& run) {
    return !effort.keep_going && !run.results.empty() && run.results.back().verdict == Verdict::violated;
  };
  std::map<const Model*, std::vector<Refusal>> of_model;
  for (const Run& run : runs) {
    const Scenario& smallest = run.scenarios.front();
    if (of_model.contains(smallest.model)) continue;
    of_model[smallest.model] = refused_by_selfcheck(smallest, limits_, watch_);
  }
  for (std::size_t at = 0; at < runs.front().scenarios.size(); ++at) {
    if (at > 0 && so_far) {
      for (Run& run : runs) sign(run);
      so_far(runs);
    }
    for (Run& run : runs) {
      const bool begun =
          !run.results.empty();  // every list at least begins, so that there is something to tell
      // What is missing is with other shards, and the next size has something for this one.
      const bool stopped = run.stopped != StopReason::none && run.stopped != StopReason::missing;
      if (begun && (stopped || limits_.reason() != StopReason::none || violated(run))) continue;
      watch_.now_exploring(run.scenarios[at].processes);
      // What a model does not allow with fewer processes, it does not allow at all.
      const std::vector<Refusal> known =
          begun ? run.results.back().refused : of_model.at(run.scenarios.front().model);
      const auto add = [&](CheckResult result) {
        result.refused.insert(result.refused.begin(), known.begin(), known.end());
        run.results.push_back(std::move(result));
      };
      const auto end_with = [&](const std::runtime_error& error) {
        run.stopped = StopReason::error;
        run.error = error.what();
        if (!error_) error_ = std::current_exception();
      };
      try {
        for (const Refusal& refusal : known) do_without(refusal.of, run.scenarios[at]);
        add(check(run.scenarios[at], limits_, effort));
      } catch (StoppedByError& error) {
        const bool nothing_found = error.found.instances == 0 && error.found.verdict != Verdict::violated;
        if (!begun && nothing_found) throw;
        add(std::move(error.found));
        end_with(error);
      } catch (const TopologyError& error) {
        if (!begun) throw;
        end_with(error);
      }
    }
  }
  for (Run& run : runs) sign(run);
  return runs;
}

void Session::rethrow_error() const {
  if (error_) std::rethrow_exception(error_);
}

std::optional<Trace> Session::witness(const Run& run, const Task::Witness& wanted,
                                      std::optional<int> processes) {
  const auto fits = [&](const CheckResult& result) {
    return processes ? result.processes == *processes : result.complete;
  };
  const auto last = std::find_if(run.results.rbegin(), run.results.rend(), fits);
  if (last == run.results.rend()) return {};
  const CheckResult& result = *last;
  const Scenario& scenario = run.scenarios[static_cast<std::size_t>(&result - run.results.data())];
  const Costs costs(*scenario.model->program);
  const bool is_time = wanted.cost == costs.time();
  if (is_time && result.time_stopped != StopReason::none) return {};
  if (is_time && !result.time) {
    throw UsageError("time is not defined for " + scenario.model->full_name() + " here: " +
                     (scenario.faults.any() ? "there are faults" : "processes share more than messages") +
                     "; docs/semantics/costs.md says when it is");
  }
  const CostResult& cost = is_time ? *result.time : result.costs[wanted.cost];
  const bool least = wanted.extreme == Extreme::min;
  const auto& value = least ? cost.min : cost.max;
  if (least && !value) {
    throw UsageError("no execution has the least " + costs.name(wanted.cost) +
                     ": every one goes on for ever; --witness " + costs.name(wanted.cost) + "=max shows how");
  }
  const Instance& instance = least ? cost.at_min : cost.at_max;
  Explorer explorer(scenario, limits_);
  InstanceResult explored = explorer.explore(instance, {.verdicts = false, .witness = wanted});
  if (!explored.witness) return {};
  return make_trace(scenario, wanted.cost, wanted.extreme, value, {instance, std::move(*explored.witness)});
}

}  // namespace conclave
