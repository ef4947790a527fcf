// Traces of what the engine found: the machine takes the same steps once more, and everything that it then
// shows is written down.
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "engine/run/check.hpp"
#include "program/model.hpp"
#include "program/parameters.hpp"
#include "scenario/choose_topology.hpp"
#include "trace/evidence.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

// To a path that the explorer found.
Walk::Guide guide_to(const Path& path) {
  return [&path](std::size_t steps) -> Rounds::Wanted {
    if (steps >= path.steps.size()) return {};
    const std::vector<RoundEvent>& events = path.steps[steps].events;
    return {events.size(),
            [&events](std::size_t number, const RoundEvent& event) { return events[number] == event; }};
  };
}

// A verdict stands, whatever limit is reached while it is put into words.
template <class... About>
Judgement judge(Evidence& evidence, Limits* limits, const About&... about) {
  if (limits != nullptr) evidence.obey(*limits);
  try {
    return evidence.judge(about...);
  } catch (const LimitReached&) {
    return {true, {"what can be reached from here was not counted, because the run ended"}};
  }
}

void follow(Evidence& evidence, const Path& path) {
  for (const Step& step : path.steps) {
    const auto& enabled = evidence.walk().enabled();
    std::size_t at = 0;
    while (at < enabled.size() && enabled[at].step != step) ++at;
    if (at == enabled.size()) throw std::logic_error("the machine does not follow its own execution");
    evidence.take(at);
  }
}

// All of a trace but what the execution is evidence of.
Trace record(const Scenario& scenario, Evidence& evidence, const Counterexample& execution) {
  Trace trace;
  static_cast<TraceSubject&>(trace) = subject_of(scenario, execution.instance);
  trace.conclave = CONCLAVE_VERSION;
  trace.shortest = execution.path.shortest;
  trace.loop = execution.path.loop;
  trace.channels = evidence.walk().channel_names();
  trace.states = evidence.states();
  trace.asked = evidence.asked();
  return trace;
}

}  // namespace

TraceSubject subject_of(const Scenario& scenario, const Instance& instance) {
  TraceSubject subject;
  subject.model = scenario.model->full_name();
  subject.anonymous = scenario.model->anonymous;
  for (const Id each : instance.ids) subject.ids.push_back(code_of(each));
  const Topology& topology = scenario.topologies[instance.topology];
  subject.topology = topology.name;
  if (!is_topology_of_its_own(topology.name)) subject.graph = topology.graph6;
  subject.parameters = value_of(parameters_json(*scenario.model->program, scenario.parameters));
  subject.faults = scenario.faults;
  subject.down = instance.down;
  subject.byzantine = instance.byzantine;
  subject.network = scenario.network;
  subject.initiators = scenario.initiators;
  if (!instance.initiators.empty()) subject.initiators = {Initiators::Kind::listed, instance.initiators};
  subject.fairness = scenario.fairness;
  return subject;
}

Trace make_trace(const Scenario& scenario, PropertyId id, const Counterexample& counterexample,
                 Limits* limits) {
  Evidence evidence(scenario, counterexample.instance, guide_to(counterexample.path));
  follow(evidence, counterexample.path);
  Trace trace = record(scenario, evidence, counterexample);
  trace.property = scenario.model->property(id).name;
  Judgement judgement = judge(evidence, limits, id, trace.loop);
  if (!judgement.holds_water) throw std::logic_error("the counterexample does not violate " + trace.property);
  trace.why = std::move(judgement.why);
  return trace;
}

Trace make_trace(const Scenario& scenario, std::size_t cost, Extreme extreme,
                 std::optional<std::int64_t> value, const Counterexample& execution) {
  Evidence evidence(scenario, execution.instance, guide_to(execution.path));
  follow(evidence, execution.path);
  Trace trace = record(scenario, evidence, execution);
  trace.attained = {Costs(*scenario.model->program).name(cost), extreme, value,
                    scenario.until ? scenario.until->name : ""};
  Judgement judgement = evidence.judge(cost, extreme, value, trace.loop);
  if (!judgement.holds_water) throw std::logic_error("the execution does not attain the extreme");
  trace.why = std::move(judgement.why);
  return trace;
}

Trace make_trace(const Scenario& scenario, const Counterexample& execution) {
  Evidence evidence(scenario, execution.instance, guide_to(execution.path));
  follow(evidence, execution.path);
  return record(scenario, evidence, execution);
}

}  // namespace conclave
