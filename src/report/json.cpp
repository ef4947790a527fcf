#include <boost/describe/enum_to_string.hpp>

#include "program/parameters.hpp"
#include "report/json.hpp"

#include <algorithm>

namespace conclave {
namespace {

std::string name(Verdict verdict) {
  return verdict == Verdict::holds ? "holds" : verdict == Verdict::violated ? "violated" : "inconclusive";
}

Json bound(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json("unbounded"); }

Json mean(const std::optional<Rational>& value) {
  return value ? Json(value->str()) : Json("unbounded");
}

Json messages(const CheckResult& result, const Costs& costs) {
  if (result.costs.empty()) return nullptr;
  Json json = to_json(result.costs.front());
  for (std::size_t kind = 0; kind < costs.kinds().size(); ++kind) {
    json["by_kind"][costs.kinds()[kind]] = to_json(result.costs[kind + 1]);
  }
  return json;
}

Json time(const CheckResult& result, const char* unit) {
  if (!result.time) return nullptr;
  Json json{{"unit", unit}};
  json.update(to_json(*result.time));
  return json;
}

Json initiators(const Initiators& initiators) {
  if (initiators.kind == Initiators::Kind::listed) return initiators.places;
  return describe(initiators);
}

std::string_view name(PropertyKind kind) {
  return kind == PropertyKind::safety     ? "safety"
         : kind == PropertyKind::liveness ? "liveness"
                                          : "reachability";
}

Json counts(const CheckResult& result, const Rational& orders, const Costs& costs) {
  return {
      {"identifier_orders", orders.str()},
      {"instances", result.instances},
      {"states", result.states},
      {"transitions", result.transitions},
      {"quiescent", result.quiescent},
      {"messages", messages(result, costs)},
      {"deliveries", result.costs.empty() ? Json(nullptr) : to_json(result.costs[costs.deliveries()])},
      {"time",
       time(result, costs.counts_time() ? "rounds" : "causal")},  // null: not measured, or not defined
      {"seconds", result.seconds},
      {"states_per_second", result.seconds > 0 ? static_cast<double>(result.states) / result.seconds : 0.0}};
}

}  // namespace

Json to_json(const Faults& faults) {
  Json json = Json::object();
  for (const auto& [name, most] : budgets) {
    if (most == &Faults::byzantine_messages) json["byzantine"] = faults.byzantine;
    json[std::string(name)] = faults.*most;
  }
  return json;
}

Json to_json(const CostResult& cost) {
  return {{"min", bound(cost.min)},
          {"max", bound(cost.max)},
          {"mean", mean(cost.mean_of_maxima)},
          {"mean_of_minima", mean(cost.mean_of_minima)},
          {"schedule_independent", cost.schedule_independent}};
}

Json to_json(const Reduction& reduction) {
  Json used = Json::array();
  if (reduction.order) used.push_back("order");
  if (reduction.symmetry) used.push_back("symmetry");
  if (reduction.independence) used.push_back("independence");
  return used;
}

Json to_json(const Run& run, const std::vector<Trace>& traces, const std::optional<Trace>& witness) {
  const Scenario& scenario = run.scenarios.front();
  const Model& model = *scenario.model;
  Json json{{"conclave", CONCLAVE_VERSION},
            {"model", model.name},
            {"variant", model.variant.empty() ? Json(nullptr) : Json(model.variant)},
            {"verdict", name(run.verdict())}};
  for (std::size_t i = 0; i < run.scenarios.size(); ++i)
    json["processes"].push_back(run.scenarios[i].processes);
  json["network"] = boost::describe::enum_to_string(scenario.network, "?");
  json["topology"] = scenario.topology;
  json["initiators"] = initiators(scenario.initiators);
  json["faults"] = to_json(scenario.faults);
  json["parameters"] = parameters_json(*model.program, scenario.parameters);
  json["fairness"] = boost::describe::enum_to_string(scenario.fairness, "?");
  json["reduction"] = to_json(run.total().reduction);
  const Costs costs(*model.program);
  json.update(counts(run.total(), run.identifier_orders(), costs));
  json["properties"] = Json::array();
  for (const Property& p : model.properties) {
    if (!scenario.properties.contains(p.id)) continue;
    const auto* violated = run.counterexample(p.id);
    json["properties"].push_back(
        {{"name", p.name},
         {"kind", name(p.kind)},
         {"verdict", name(run.verdict(p.id))},
         {"counterexample_steps",
          violated ? Json(violated->counterexample->path.steps.size()) : Json(nullptr)},
         {"violating_orders", run.violating_orders(p.id).str()}});
  }
  json["by_processes"] = Json::array();
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const auto& result = run.results[i];
    Json of{{"processes", result.processes},
            {"topologies", run.scenarios[i].topologies.size()},
            {"verdict", name(result.verdict)}};
    of.update(counts(result, result.identifier_orders, costs));
    of["properties"] = Json::array();
    for (const auto& p : result.properties) {
      of["properties"].push_back(
          {{"name", model.property(p.id).name},
           {"kind", name(model.property(p.id).kind)},
           {"verdict", name(p.verdict)},
           {"counterexample_steps",
            p.counterexample ? Json(p.counterexample->path.steps.size()) : Json(nullptr)},
           {"violating_instances", p.violating_instances},
           {"violating_orders", p.violating_orders.str()},
           {"violating_graphs", p.violating_graphs}});
    }
    json["by_processes"].push_back(std::move(of));
  }
  json["stopped_by"] = run.stopped == StopReason::none     ? Json(nullptr)
                       : run.stopped == StopReason::memory ? Json("memory")
                       : run.stopped == StopReason::time   ? Json("time")
                                                           : Json("interrupt");
  json["warnings"] = run.warnings();
  json["peak_memory_bytes"] = run.peak_memory;
  json["counterexample"] = traces.empty() ? Json(nullptr) : to_itf(traces.front());
  if (witness) json["witness"] = to_itf(*witness);
  return json;
}

}  // namespace conclave
