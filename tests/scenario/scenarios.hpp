// Scenarios for tests, in one line each.
#pragma once

#include <algorithm>
#include <string>

#include <boost/describe/enum_to_string.hpp>
#include "scenario/choose_topology.hpp"
#include "scenario/instances.hpp"

namespace conclave::testing {

inline Initiators any() { return {Initiators::Kind::any, {}}; }
inline Initiators all() { return {Initiators::Kind::all, {}}; }
inline Initiators one() { return {Initiators::Kind::counted}; }
inline Initiators counted(int count) { return {Initiators::Kind::counted, {}, count}; }
inline Initiators listed(std::vector<int> places) { return {Initiators::Kind::listed, std::move(places)}; }

inline Down down_at(std::vector<int> places) { return {Down::Kind::listed, std::move(places)}; }
inline Down so_many_down(int count) { return {Down::Kind::counted, {}, count}; }

inline Identifiers every_order(int universe = 0) { return {Identifiers::Kind::all, {}, universe}; }
inline Identifiers duplicates(int universe = 0) { return {Identifiers::Kind::duplicates, {}, universe}; }
inline Identifiers equal() { return {Identifiers::Kind::equal, {}, 0}; }
inline Identifiers order(std::vector<int> ids) {
  const int largest = *std::max_element(ids.begin(), ids.end());
  return {Identifiers::Kind::listed, ids, std::max(largest, static_cast<int>(ids.size()))};
}

// On a topology by its name, without reductions, with all that the model states.
inline Scenario on(const Model& model, const std::string& topology, int n) {
  Scenario scenario;
  scenario.model = &model;
  scenario.processes = n;
  scenario.topology = topology;
  scenario.topologies = choose_topology(model, {topology, {}}, n);
  scenario.parameters = model.program->standard_parameters();
  scenario.network = model.network;
  scenario.initiators = model.initiators == Initiative::all    ? all()
                        : model.initiators == Initiative::root ? listed({0})
                                                               : any();
  scenario.reduction = Reduction::none();
  scenario.properties = model.all_properties();
  return scenario;
}

inline Scenario on_ring(const Model& model, int n) { return on(model, "ring", n); }

inline std::string name(Network network) { return boost::describe::enum_to_string(network, "?"); }

inline std::string name(Fairness fairness) { return boost::describe::enum_to_string(fairness, "?"); }

inline std::string describe(const Scenario& scenario, const Instance& instance) {
  const Faults& faults = scenario.faults;
  std::string text = scenario.model->full_name() + ", " + name(scenario.network) + ", " +
                     scenario.topologies.at(instance.topology).graph6 + ", faults";
  for (const auto& [kind, most] : budgets) {
    if (faults.*most > 0) text += " " + std::string(kind) + " " + std::to_string(faults.*most);
  }
  for (const int place : instance.byzantine) text += " byzantine at " + std::to_string(place);
  text += ", " + name(scenario.fairness) + " fairness, initiators " + describe(scenario.initiators);
  for (const int place : instance.initiators) text += " (" + std::to_string(place) + ")";
  for (const int place : instance.down) text += " down at " + std::to_string(place);
  text += ", ids";
  for (const Id id : instance.ids) text.append(" ").append(std::to_string(code_of(id)));
  return text;
}

}  // namespace conclave::testing
