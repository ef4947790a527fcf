#include "trace/specimens.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "cli/error.hpp"
#include "cli/session.hpp"
#include "report/text.hpp"
#include "trace/replay.hpp"

namespace conclave {
namespace {

Trace counterexample_to(const std::string& property, const CheckOptions& options) {
  for (auto& trace : counterexamples(options)) {
    if (trace.property == property) return trace;
  }
  throw std::logic_error("no counterexample to " + property);
}

}  // namespace

CheckOptions asked(const std::string& model, const std::string& processes, const std::string& ids,
                   const std::string& network, const std::string& initiators) {
  CheckOptions options;
  options.model = model;
  options.processes = processes;
  options.ids = ids;
  options.network = network;
  options.initiators = initiators;
  return options;
}

std::string& budget(CheckOptions& options, const std::string& name) {
  if (name == "byzantine") return options.byzantine;
  const auto at = std::ranges::find(budgets, name, &FaultKind::name);
  REQUIRE(at != budgets.end());
  return options.fault_budgets[at->name];
}

std::vector<Trace> counterexamples(const CheckOptions& options) {
  std::vector<Trace> traces;
  Limits limits(std::size_t{1} << 30);
  for (const Scenario& scenario : read_scenarios(options)) {
    const CheckResult result = check(scenario, limits, {.threads = 2, .keep_going = true});
    for (const auto& property : result.properties) {
      if (!property.counterexample) continue;
      traces.push_back(make_trace(scenario, property.id, *property.counterexample));
    }
  }
  return traces;
}

Trace witness_of(const CheckOptions& options) {
  auto scenarios = read_scenarios(options);
  const Task::Witness wanted = read_witness(options.witness, *scenarios.front().model);
  Session session(options, Terminal{});
  constexpr auto always = std::numeric_limits<std::uint64_t>::max();
  const auto runs = session.run({std::move(scenarios)}, Effort{.keep_going = true, .time_up_to = always});
  return session.witness(runs.front(), wanted, {}).value();
}

const Trace& stem_specimen() {
  static const Trace trace =
      counterexample_to("unique-leader", asked("chang-roberts", "", "3,1,3", "fifo", "any"));
  return trace;
}

const Trace& lasso_specimen() {
  static const Trace trace =
      counterexample_to("termination", asked("harmony-leader:non-atomic-send", "2", "all", "set", "all"));
  return trace;
}

const std::vector<Trace>& strange_specimens() {
  static const std::vector<Trace> traces = [] {
    CheckOptions loss = asked("chang-roberts", "2", "all", "fifo", "any");
    budget(loss, "loss") = "2";
    CheckOptions crash = asked("chang-roberts", "3", "all", "bag", "any");
    budget(crash, "crash") = "1";
    CheckOptions duplicate = asked("spanning-tree", "3", "all", "fifo", "");
    budget(duplicate, "duplicate") = "1";
    CheckOptions up = asked("complete-network:as-printed", "3", "all", "fifo", "any");
    up.parameters = {"direction=up"};
    return std::vector{
        counterexample_to("termination", loss), counterexample_to("termination", crash),
        counterexample_to("spanning-tree", duplicate),
        counterexample_to("no-exception", asked("global-function:as-printed", "3", "all", "fifo", "")),
        counterexample_to("termination", up)};
  }();
  return traces;
}

const std::vector<Trace>& round_specimens() {
  static const std::vector<Trace> traces = [] {
    const auto with = [](const std::string& property, const std::string& model, const std::string& n,
                         const std::string& initiators, const std::vector<std::string>& faults) {
      CheckOptions options = asked(model, n, "all", "", initiators);
      for (const auto& fault : faults) budget(options, fault) = "1";
      return counterexample_to(property, options);
    };
    return std::vector{with("assertion-1", "lcr", "3", "all", {"byzantine"}),
                       with("termination", "bully", "3", "any", {"crash", "loss"}),
                       with("unique-leader", "bully", "2", "any", {"crash", "recover"}),
                       with("unique-leader", "bully", "2", "any", {"late"}),
                       with("no-clash", "hirschberg-sinclair-rounds", "3", "all", {"crash", "recover"}),
                       with("termination", "bully:as-printed", "2", "all", {"byzantine"})};
  }();
  return traces;
}

Reception reception_of(const std::string& text) {
  Reception reception;
  Trace trace;
  try {
    trace = from_itf(text);
    CHECK_FALSE(describe(trace, Terminal{}).empty());
    reception.shown = true;
    model_named(trace.model);
    Limits limits(std::size_t{1} << 30);
    const Replay result = replay(trace, limits);
    reception.followed = true;
    reception.confirmed = result.confirmed;
  } catch (const TraceError& error) {
    reception.refusal = error.what();
  } catch (const UsageError& error) {
    reception.refusal = error.what();
  }
  return reception;
}

bool is_one_line(const std::string& refusal) {
  return !refusal.empty() && refusal.find('\n') == std::string::npos;
}

}  // namespace conclave
