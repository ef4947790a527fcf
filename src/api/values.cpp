#include "api/values.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/run/result.hpp"
#include "machine/saturating.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "report/trace_cells.hpp"
#include "trace/names.hpp"
#include "trace/trace.hpp"

namespace conclave::api {
namespace {

Verdict value_of(conclave::Verdict verdict) {
  switch (verdict) {
    case conclave::Verdict::holds:
      return Verdict::holds;
    case conclave::Verdict::violated:
      return Verdict::violated;
    case conclave::Verdict::inconclusive:
      break;
  }
  return Verdict::inconclusive;
}

Step value_of(const TraceStep& step) {
  Step value;
  value.kind = name_of(step.kind);
  if (!step.is_round()) value.process = step.process;
  value.own = step.own;
  using enum conclave::Step::Kind;
  if (step.kind == deliver || step.kind == miss || step.kind == lose || step.kind == duplicate ||
      step.kind == forge)
    value.received = Message{step.from, step.process, message_text(step.message)};
  for (const TraceMessage& sent : step.sends)
    value.sent.push_back({sent.from >= 0 ? sent.from : step.process, sent.to, message_text(sent.message)});
  return value;
}

Configuration value_of(const TraceState& state) {
  Configuration configuration;
  for (const TraceValue& process : state.processes) {
    auto& variables = configuration.emplace_back();
    for (const auto& [name, value] : process.parts) variables[name] = reader_text(value);
  }
  return configuration;
}

Trace value_of(const conclave::Trace& trace) {
  Trace value;
  value.property = trace.property;
  value.identifiers = trace.ids;
  value.topology = trace.topology;
  for (const TraceState& state : trace.states) {
    if (state.step) value.steps.push_back(value_of(*state.step));
    value.configurations.push_back(value_of(state));
  }
  value.loop = trace.loop;
  value.shortest = trace.shortest;
  value.why = trace.why;
  value.text = describe(trace, Terminal{.utf8 = true});
  value.itf = to_itf(trace).dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
  return value;
}

void add_properties(const Run& run, conclave::Limits& limits, std::vector<Property>& all) {
  const conclave::Scenario& scenario = run.scenarios.front();
  for (const conclave::Property& property : scenario.model->properties) {
    if (!scenario.properties.contains(property.id)) continue;
    Property& value = all.emplace_back();
    value.name = property.name;
    value.says = property.says;
    value.verdict = value_of(run.verdict(property.id));
    std::size_t which = 0;
    if (const auto* violated = run.counterexample(property.id, &which))
      value.counterexample =
          value_of(make_trace(run.scenarios[which], property.id, *violated->counterexample, &limits));
  }
}

}  // namespace

Model value_of(const conclave::Model& model) {
  const About& about = model.about;
  Model value{model.full_name(),
              std::string(about.summary),
              std::string(about.source),
              std::string(about.topology),
              std::string(name_of(model.network)),
              {about.processes.first, about.processes.last},
              {}};
  for (const conclave::Property& property : model.properties) value.properties.emplace_back(property.name);
  return value;
}

Result value_of(const std::vector<Run>& runs, conclave::Limits& limits) {
  const Run& asked = runs.front();
  Result result;
  result.model = asked.scenarios.front().model->full_name();
  conclave::Verdict verdict = conclave::Verdict::holds;
  Saturating transitions = 0;
  for (const Run& run : runs) {
    verdict = worse(verdict, run.verdict());
    add_properties(run, limits, result.properties);
    const CheckResult total = run.total();
    result.configurations += total.states;
    transitions += total.transitions;
    for (std::string& warning : run.warnings()) result.warnings.push_back(std::move(warning));
    if (run.stopped != StopReason::none) result.stopped = run.words(run.stopped);
  }
  result.transitions = transitions;
  result.verdict = value_of(verdict);
  result.identifier_orders = asked.identifier_orders().str();
  const auto whole = std::find_if(asked.results.rbegin(), asked.results.rend(), [](const CheckResult& each) {
    return each.complete && !each.costs.empty();
  });
  if (whole != asked.results.rend()) {
    const CostResult& messages = whole->costs[Costs::messages];
    result.messages = Cost{messages.min, messages.max};
  }
  return result;
}

}  // namespace conclave::api
