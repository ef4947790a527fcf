#include "report/json.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "program/model.hpp"
#include "program/parameters.hpp"
#include "report/words.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

std::string_view name(Verdict verdict) {
  return verdict == Verdict::holds ? "holds" : verdict == Verdict::violated ? "violated" : "inconclusive";
}

std::string_view name(PropertyKind kind) {
  return kind == PropertyKind::safety     ? "safety"
         : kind == PropertyKind::liveness ? "liveness"
                                          : "reachability";
}

Json name(StopReason reason) {
  switch (reason) {
    case StopReason::none:
      break;
    case StopReason::memory:
      return "memory";
    case StopReason::system_memory:
      return "system memory";
    case StopReason::time:
      return "time";
    case StopReason::depth:
      return "depth";
    case StopReason::interrupted:
      return "interrupt";
    case StopReason::disk:
      return "disk";
    case StopReason::missing:
      return "missing pieces";
    case StopReason::error:
      return "error";
  }
  return nullptr;
}

Json bound_json(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json("unbounded"); }

Json mean_json(const std::optional<Rational>& value) {
  return value ? Json(value->str()) : Json("unbounded");
}

Json mean_json(const std::optional<Bounds>& value) {
  if (!value || value->exact()) return mean_json(value ? std::optional(value->lower) : std::nullopt);
  return bounds_json(*value);
}

Json initiators_json(const Initiators& initiators) {
  if (initiators.kind == Initiators::Kind::listed) return initiators.places;
  return describe(initiators);
}

// Of a path that violates a property, how many steps it has; null if there is none.
Json length_json(const PropertyResult* property) {
  if (property == nullptr || !property->counterexample) return nullptr;
  return property->counterexample->path.steps.size();
}

Json reduction_json(const Reduction& reduction) {
  Json used = Json::array();
  if (reduction.order) used.push_back("order");
  if (reduction.symmetry) used.push_back("symmetry");
  if (reduction.independence) used.push_back("independence");
  if (reduction.draws) used.push_back("draws");
  return used;
}

Json refused_json(const std::vector<Refusal>& refused) {
  Json all = Json::array();
  for (const Refusal& refusal : refused)
    all.push_back({{"reduction", name(refusal.of)}, {"because", refusal.why}});
  return all;
}

Json messages_json(const CheckResult& result, const Costs& costs) {
  if (result.costs.empty()) return nullptr;
  Json json = to_json(result.costs.front());
  for (std::size_t kind = 0; kind < costs.kinds().size(); ++kind) {
    json["by_kind"][costs.kinds()[kind]] = to_json(result.costs[kind + 1]);
  }
  return json;
}

// Null where time was not measured, or is not defined.
Json time_json(const CheckResult& result, const char* unit) {
  if (!result.time) return nullptr;
  Json json{{"unit", unit}};
  json.update(to_json(*result.time));
  return json;
}

Json counts_json(const CheckResult& result, const Rational& orders, const Costs& costs) {
  // What other runs have found tells nothing of this one's speed.
  const double rate =
      result.seconds > 0 && !result.recalled ? static_cast<double>(result.states) / result.seconds : 0.0;
  Json json;
  json["identifier_orders"] = orders.str();
  json["instances"] = result.instances;
  json["states"] = result.states;
  json["transitions"] = std::uint64_t{result.transitions};
  json["quiescent"] = result.quiescent;
  json["messages"] = messages_json(result, costs);
  json["deliveries"] = result.costs.empty() ? Json(nullptr) : to_json(result.costs[costs.deliveries()]);
  json["time"] = time_json(result, costs.counts_time() ? "rounds" : "causal");
  json["seconds"] = result.seconds;
  json["states_per_second"] = rate;
  return json;
}

Json property_json(const Run& run, const Property& property) {
  Json json;
  json["name"] = property.name;
  json["kind"] = name(property.kind);
  json["verdict"] = name(run.verdict(property.id));
  json["counterexample_steps"] = length_json(run.counterexample(property.id));
  json["violating_orders"] = run.violating_orders(property.id).str();
  return json;
}

Json property_json(const Model& model, const PropertyResult& result) {
  const Property& property = model.property(result.id);
  Json json;
  json["name"] = property.name;
  json["kind"] = name(property.kind);
  json["verdict"] = name(result.verdict);
  json["counterexample_steps"] = length_json(&result);
  json["violating_instances"] = result.violating_instances;
  json["violating_orders"] = result.violating_orders.str();
  json["violating_graphs"] = result.violating_graphs;
  return json;
}

// What was found for one number of processes.
Json size_json(const Scenario& scenario, const CheckResult& result, const Costs& costs) {
  Json json;
  json["processes"] = result.processes;
  json["topologies"] = scenario.topologies.size();
  json["verdict"] = name(result.verdict);
  json.update(counts_json(result, result.identifier_orders, costs));
  json["properties"] = Json::array();
  for (const auto& property : result.properties)
    json["properties"].push_back(property_json(*scenario.model, property));
  return json;
}

}  // namespace

Json to_json(const Down& down) {
  if (!down.anybody()) return Json::array();
  if (down.kind == Down::Kind::listed) return down.places;
  return describe(down);
}

Json to_json(const Faults& faults) {
  Json json = Json::object();
  for (const auto& [name, most] : budgets) {
    if (most == &Faults::byzantine_messages) json["byzantine"] = faults.byzantine;
    json[std::string(name)] = faults.*most;
  }
  return json;
}

Json bounds_json(const Bounds& bounds) {
  return {{"lower", Json::parse(rounded_down(bounds.lower))},
          {"upper", Json::parse(rounded_up(bounds.upper))}};
}

Json to_json(const CostResult& cost) {
  Json json;
  json["min"] = bound_json(cost.min);
  json["max"] = bound_json(cost.max);
  json["mean"] = mean_json(cost.mean_of_maxima);
  json["mean_of_minima"] = mean_json(cost.mean_of_minima);
  if (cost.expected)
    json["expected"] = {{"least", mean_json(cost.expected->least)},
                        {"greatest", mean_json(cost.expected->greatest)}};
  json["schedule_independent"] = cost.schedule_independent;
  return json;
}

Json to_json(const Run& run, const std::vector<Trace>& traces, const std::optional<Trace>& witness) {
  const Scenario& scenario = run.scenarios.front();
  const Model& model = *scenario.model;
  const Costs costs(*model.program);
  Json json;
  json["conclave"] = CONCLAVE_VERSION;
  json["model"] = model.name;
  json["variant"] = model.variant.empty() ? Json(nullptr) : Json(model.variant);
  json["verdict"] = name(run.verdict());
  for (const Scenario& each : run.scenarios) json["processes"].push_back(each.processes);
  json["network"] = name_of(scenario.network);
  json["topology"] = scenario.topology;
  json["initiators"] = initiators_json(scenario.initiators);
  json["down"] = to_json(scenario.down);
  json["faults"] = to_json(scenario.faults);
  json["parameters"] = parameters_json(*model.program, scenario.parameters);
  json["fairness"] = name_of(scenario.fairness);
  json["reduction"] = reduction_json(run.total().reduction);
  json["refused_reductions"] = refused_json(run.total().refused);
  json["not_asked"] = Json::array();
  for (const Without& each : model.without)
    json["not_asked"].push_back({{"property", each.property}, {"because", each.because}});
  json.update(counts_json(run.total(), run.identifier_orders(), costs));
  json["properties"] = Json::array();
  for (const Property& property : model.properties) {
    if (scenario.properties.contains(property.id)) json["properties"].push_back(property_json(run, property));
  }
  json["by_processes"] = Json::array();
  for (std::size_t i = 0; i < run.results.size(); ++i)
    json["by_processes"].push_back(size_json(run.scenarios[i], run.results[i], costs));
  json["stopped_by"] = name(run.stopped);
  if (!run.stopped_inside.empty()) json["stopped_inside"] = run.stopped_inside;
  for (const Growth& each : run.growth)
    json["growth"].push_back({{"what", each.what}, {"least", each.least}, {"most", each.most}});
  if (run.on_disk > 0) json["instances_on_disk"] = run.on_disk;
  if (run.by_all > 0) {
    json["instances_together"] = run.by_all;
    json["bytes_sent"] = run.bytes_sent;
  }
  if (!run.error.empty()) json["error"] = run.error;
  json["warnings"] = run.warnings();
  json["peak_memory_bytes"] = run.peak_memory;
  json["counterexample"] = traces.empty() ? Json(nullptr) : to_itf(traces.front());
  if (witness) json["witness"] = to_itf(*witness);
  return json;
}

}  // namespace conclave
