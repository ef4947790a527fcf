#include "cli/word_lists.hpp"

#include <set>
#include <string_view>

#include "engine/run/result.hpp"
#include "exercises/book.hpp"
#include "program/event.hpp"
#include "program/model.hpp"
#include "program/parameters.hpp"
#include "program/split.hpp"
#include "scenario/choose_topology.hpp"

namespace conclave {
namespace {

// What `of` says of each built-in model, each word once.
template <class Of>
std::vector<std::string> words_of_models(const Of& of) {
  std::set<std::string> all;
  for (const Model* model : models()) {
    for (const auto& word : of(*model)) all.emplace(word);
  }
  return {all.begin(), all.end()};
}

}  // namespace

std::vector<std::string> names_of_models() {
  return words_of_models([](const Model& model) { return std::vector{model.full_name()}; });
}

std::vector<std::string> properties_of_models() {
  return words_of_models([](const Model& model) {
    std::vector<std::string_view> names;
    for (const Property& property : model.properties) names.push_back(property.name);
    return names;
  });
}

std::vector<std::string> parameters_of_models() {
  return words_of_models([](const Model& model) {
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters(*model.program)) names.push_back(parameter.name + "=");
    return names;
  });
}

std::vector<std::string> costs_of_models() {
  return words_of_models([](const Model& model) {
    const Costs costs(*model.program);
    std::vector<std::string> names;
    for (std::size_t cost = 0; cost <= costs.time(); ++cost) names.push_back(costs.name(cost));
    return names;
  });
}

std::vector<std::string> events_of_models() {
  return words_of_models([](const Model& model) {
    std::vector<std::string> names;
    for (const Event& event : events_of(model)) names.push_back(event.name);
    return names;
  });
}

std::vector<std::string> splits_of_models() {
  return words_of_models([](const Model& model) {
    std::vector<std::string> names;
    for (const Split& split : splits_of(model)) names.push_back(split.name);
    return names;
  });
}

std::vector<std::string> names_of_topologies() { return topology_names(); }

std::vector<std::string> extremes_of_costs() {
  std::vector<std::string> words;
  for (const std::string& cost : costs_of_models()) {
    for (const char* extreme : {"=min", "=max"}) words.push_back(cost + extreme);
  }
  return words;
}

std::vector<std::string> names_of_exercises() {
  std::vector<std::string> names = exercises::names();
  names.emplace_back("all");
  return names;
}

}  // namespace conclave
