// What a ledger keeps of a Tally. Numbers that may be large are texts.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/merge/instance_json.hpp"
#include "engine/merge/tally.hpp"
#include "program/json.hpp"

namespace conclave {
namespace {

Json number_json(const std::optional<std::int64_t>& number) { return number ? Json(*number) : Json(nullptr); }
std::optional<std::int64_t> read_number(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<std::int64_t>());
}
Json rational_json(const std::optional<Rational>& number) {
  return number ? Json(number->str()) : Json(nullptr);
}
std::optional<Rational> read_rational(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(Rational::of(json));
}

Json cost_json(const CostSum::Totals& totals) {
  Json json;
  json["min"] = number_json(totals.min);
  json["at_min"] = to_json(totals.at_min);
  json["max"] = number_json(totals.max);
  json["at_max"] = to_json(totals.at_max);
  json["independent"] = totals.schedule_independent;
  json["minima"] = rational_json(totals.minima);
  json["maxima"] = rational_json(totals.maxima);
  json["orders"] = totals.orders.str();
  return json;
}

CostSum read_cost(const Json& json) {
  CostSum::Totals totals;
  totals.any = true;
  totals.min = read_number(json.at("min"));
  totals.at_min = read_instance(json.at("at_min"));
  totals.max = read_number(json.at("max"));
  totals.at_max = read_instance(json.at("at_max"));
  totals.schedule_independent = json.at("independent");
  totals.minima = read_rational(json.at("minima"));
  totals.maxima = read_rational(json.at("maxima"));
  totals.orders = Rational::of(json.at("orders"));
  return CostSum(std::move(totals));
}

Json violation_json(const Violation& violation) {
  Json json;
  json["instances"] = violation.instances;
  json["orders"] = violation.orders.str();
  json["topologies"] = violation.topologies;
  const auto& shown = *violation.shown;
  json["for_ever"] = shown.for_ever;
  json["length"] = shown.length;
  json["switches"] = shown.switches;
  json["instance"] = to_json(shown.instance);
  return json;
}

Violation read_violation(const Json& json) {
  Violation violation;
  violation.instances = json.at("instances");
  violation.orders = Rational::of(json.at("orders"));
  violation.topologies = json.at("topologies").get<std::set<std::size_t>>();
  violation.shown = Violation::Shown{
      json.at("for_ever"), json.at("length"), json.at("switches"), read_instance(json.at("instance")), {}};
  return violation;
}

}  // namespace

Json Tally::write() {
  Json json;
  json["states"] = states;
  json["transitions"] = std::uint64_t{transitions};
  json["quiescent"] = quiescent;
  json["instances"] = instances;
  json["orders"] = orders.str();
  json["identifier_orders"] = identifier_orders.str();
  if (misses_event) json["misses_event"] = true;
  for (const auto& [id, violation] : violations)
    json["violations"][scenario_.model->property(id).name] = violation_json(violation);
  for (CostSum& cost : costs) json["costs"].push_back(cost_json(cost.totals()));
  return json;
}

void Tally::read(const Json& json) {
  states = json.at("states");
  transitions = json.at("transitions").get<std::uint64_t>();
  quiescent = json.at("quiescent");
  instances = json.at("instances");
  orders = Rational::of(json.at("orders"));
  identifier_orders = Rational::of(json.at("identifier_orders"));
  misses_event = json.value("misses_event", false);
  for (const Property& property : scenario_.model->properties) {
    if (const auto found = json.find("violations"); found != json.end() && found->contains(property.name))
      violations[property.id] = read_violation(found->at(property.name));
  }
  if (const auto found = json.find("costs"); found != json.end()) {
    for (const Json& cost : *found) costs.push_back(read_cost(cost));
  }
}

}  // namespace conclave
