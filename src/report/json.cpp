#include "report/json.hpp"

#include <algorithm>

namespace conclave {
namespace {

std::string name(Verdict verdict) {
  return verdict == Verdict::holds ? "holds" : verdict == Verdict::violated ? "violated" : "inconclusive";
}

Json bound(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json("unbounded"); }

Json cost(const CostResult& cost) {
  Json json{{"min", bound(cost.min)}, {"max", bound(cost.max)}};
  json["mean"] = cost.mean_of_maxima ? Json(cost.mean_of_maxima->str()) : Json("unbounded");
  return json;
}

Json messages(const CheckResult& result, const Program& program) {
  if (result.messages.empty()) return nullptr;
  Json json = cost(result.messages.front());
  const auto kinds = program.message_kinds();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    json["by_kind"][kinds[kind]] = cost(result.messages[kind + 1]);
  }
  return json;
}

Json initiators(const Initiators& initiators) {
  if (initiators.kind == Initiators::Kind::listed) return initiators.places;
  return initiators.kind == Initiators::Kind::all ? "all" : "any";
}

Json counts(const CheckResult& result, const Program& program) {
  return {
      {"identifier_orders", result.orders.str()},
      {"instances", result.instances},
      {"states", result.states},
      {"transitions", result.transitions},
      {"quiescent", result.quiescent},
      {"messages", messages(result, program)},
      {"time", nullptr},  // not measured by this version
      {"seconds", result.seconds},
      {"states_per_second", result.seconds > 0 ? static_cast<double>(result.states) / result.seconds : 0.0}};
}

}  // namespace

Json to_json(const Run& run, const std::vector<Trace>& traces) {
  const Scenario& scenario = run.scenarios.front();
  const Model& model = *scenario.model;
  const CheckResult total = run.total();
  Json json{{"conclave", CONCLAVE_VERSION},
            {"model", model.name},
            {"variant", model.variant.empty() ? Json(nullptr) : Json(model.variant)},
            {"verdict", name(run.verdict())}};
  for (std::size_t i = 0; i < run.scenarios.size(); ++i)
    json["processes"].push_back(run.scenarios[i].processes);
  json["network"] = boost::describe::enum_to_string(scenario.network, "?");
  json["topology"] = scenario.topology.name;
  json["initiators"] = initiators(scenario.initiators);
  json["faults"] = {{"loss", 0}, {"duplicate", 0}, {"crash", 0}, {"byzantine", 0}};
  json["fairness"] = "weak";
  json["reduction"] = scenario.reduction.symmetry ? Json::array({"symmetry"}) : Json::array();
  json.update(counts(total, *model.program));
  json["properties"] = Json::array();
  for (const Property& p : all_properties) {
    if (!scenario.properties.contains(p.id)) continue;
    const auto* violated = run.counterexample(p.id);
    json["properties"].push_back(
        {{"name", p.name},
         {"kind", p.kind == PropertyKind::safety ? "safety" : "liveness"},
         {"verdict", name(run.verdict(p.id))},
         {"counterexample_steps",
          violated ? Json(violated->counterexample->path.steps.size()) : Json(nullptr)}});
  }
  json["by_processes"] = Json::array();
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const auto& result = run.results[i];
    Json of{{"processes", result.processes}, {"verdict", name(result.verdict)}};
    of.update(counts(result, *model.program));
    of["properties"] = Json::array();
    for (const auto& p : result.properties) {
      of["properties"].push_back(
          {{"name", property(p.id).name},
           {"kind", property(p.id).kind == PropertyKind::safety ? "safety" : "liveness"},
           {"verdict", name(p.verdict)},
           {"counterexample_steps",
            p.counterexample ? Json(p.counterexample->path.steps.size()) : Json(nullptr)},
           {"violating_instances", p.violating_instances}});
    }
    json["by_processes"].push_back(std::move(of));
  }
  json["stopped_by"] = run.stopped == StopReason::none     ? Json(nullptr)
                       : run.stopped == StopReason::memory ? Json("memory")
                       : run.stopped == StopReason::time   ? Json("time")
                                                           : Json("interrupt");
  json["peak_memory_bytes"] = run.peak_memory;
  json["counterexample"] = traces.empty() ? Json(nullptr) : to_itf(traces.front());
  return json;
}

}  // namespace conclave
