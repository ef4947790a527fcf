#include "program/parameters.hpp"
#include "trace/trace.hpp"

#include <algorithm>
#include <boost/describe/enum_to_string.hpp>

#include "scenario/choose_topology.hpp"
#include "trace/evidence.hpp"

namespace conclave {
namespace {

std::string join(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

void follow(Evidence& evidence, const Path& path) {
  for (const Step& step : path.steps) {
    const auto enabled = evidence.walk().enabled();
    const auto at = std::ranges::find(enabled, step, &Walk::Choice::step);
    if (at == enabled.end()) throw std::logic_error("the machine does not follow its own execution");
    evidence.take(enabled, static_cast<std::size_t>(at - enabled.begin()));
  }
}

// What it is an execution of.
Trace heading(const Scenario& scenario, const Instance& instance) {
  Trace trace;
  trace.conclave = CONCLAVE_VERSION;
  trace.model = scenario.model->full_name();
  for (const Id each : instance.ids) trace.ids.push_back(each.value());
  const Topology& topology = scenario.topologies[instance.topology];
  trace.topology = topology.name;
  if (!is_topology_of_its_own(topology.name)) trace.graph = topology.graph6;
  trace.parameters = parameters_json(*scenario.model->program, scenario.parameters);
  trace.faults = scenario.faults;
  trace.byzantine = instance.byzantine;
  trace.network = boost::describe::enum_to_string(scenario.network, "?");
  trace.initiators =
      instance.initiator >= 0 ? std::to_string(instance.initiator) : describe(scenario.initiators);
  trace.fairness = boost::describe::enum_to_string(scenario.fairness, "?");
  return trace;
}

// All but what it is evidence of.
Trace record(const Scenario& scenario, Evidence& evidence, const Counterexample& execution) {
  Trace trace = heading(scenario, execution.instance);
  trace.shortest = execution.path.shortest;
  trace.loop = execution.path.loop;
  trace.channels = evidence.walk().channel_names();
  trace.states = evidence.states();
  return trace;
}

// Of the command line: topology, faults and parameters that are not the model's own.
std::string surroundings(const Trace& trace) {
  std::string options;
  const Model* model = find_model(trace.model);
  if (!trace.graph.empty()) {
    options += " --topology 'graph6:" + trace.graph + "'";  // quoted: it may have ` and | and the like
  } else if (model == nullptr || trace.topology != model->about.topology) {
    options += " --topology " + trace.topology;
  }
  if (!trace.byzantine.empty()) options += " --byzantine-at " + join(trace.byzantine);
  for (const auto& [name, most] : budgets) {
    // What Byzantine processes may send in all is given with them.
    const bool told = trace.faults.*most > 0 || (most == &Faults::byzantine_messages &&
                                                 !trace.byzantine.empty() && trace.network != "rounds");
    if (told) options += " --" + option_name(name) + " " + std::to_string(trace.faults.*most);
  }
  const Json own =
      model == nullptr ? Json() : parameters_json(*model->program, model->program->standard_parameters());
  for (const auto& [name, value] : trace.parameters.items()) {
    if (own.is_object() && own.value(name, Json()) == value) continue;
    options += " --set " + name + "=" + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return options;
}

}  // namespace

Trace make_trace(const Scenario& scenario, PropertyId id, const Counterexample& counterexample) {
  Evidence evidence(scenario, counterexample.instance);
  follow(evidence, counterexample.path);
  Trace trace = record(scenario, evidence, counterexample);
  trace.property = scenario.model->property(id).name;
  Judgement judgement = evidence.judge(id, trace.loop);
  if (!judgement.holds_water) throw std::logic_error("the counterexample does not violate " + trace.property);
  trace.why = std::move(judgement.why);
  return trace;
}

Trace make_trace(const Scenario& scenario, std::size_t cost, Extreme extreme,
                 std::optional<std::int64_t> value, const Counterexample& execution) {
  Evidence evidence(scenario, execution.instance);
  follow(evidence, execution.path);
  Trace trace = record(scenario, evidence, execution);
  trace.attained = {Costs(*scenario.model->program).name(cost), extreme == Extreme::min ? "min" : "max",
                    value};
  Judgement judgement = evidence.judge(cost, extreme, value, trace.loop);
  if (!judgement.holds_water) throw std::logic_error("the execution does not attain the extreme");
  trace.why = std::move(judgement.why);
  return trace;
}

std::string surroundings(const Scenario& scenario, const Instance& instance) {
  return surroundings(heading(scenario, instance));
}

std::string again(const Trace& trace) {
  return "./conclave check " + trace.model + " -n " + std::to_string(trace.ids.size()) + " --ids " +
         join(trace.ids) + " --initiators " + trace.initiators + " --network " + trace.network +
         surroundings(trace) + (trace.fairness == "weak" ? "" : " --fairness " + trace.fairness) +
         (trace.attained ? " --witness " + trace.attained->cost + "=" + trace.attained->extreme
                         : " --property " + trace.property);
}

}  // namespace conclave
