// An instance as JSON: for ledgers, and for messages between processes. What it stands for is left out.
#pragma once

#include <nlohmann/json.hpp>

#include "program/json.hpp"
#include "scenario/instances.hpp"

namespace conclave {

inline Json to_json(const Instance& instance) {
  Json json;
  json["topology"] = instance.topology;
  for (const Id id : instance.ids) json["ids"].push_back(code_of(id));
  if (!instance.down.empty()) json["down"] = instance.down;
  if (!instance.initiators.empty()) json["initiators"] = instance.initiators;
  if (!instance.byzantine.empty()) json["byzantine"] = instance.byzantine;
  return json;
}

inline Instance read_instance(const Json& json) {
  Instance instance;
  instance.topology = json.at("topology");
  for (const std::int32_t code : json.at("ids")) instance.ids.push_back(given_id(code));
  instance.down = json.value("down", std::vector<int>{});
  instance.initiators = json.value("initiators", std::vector<int>{});
  instance.byzantine = json.value("byzantine", std::vector<int>{});
  return instance;
}

}  // namespace conclave
