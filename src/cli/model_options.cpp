// What is read by the model that it is about: the model's name, its parameters, properties and costs.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/error.hpp"
#include "cli/options.hpp"
#include "engine/run/result.hpp"
#include "program/model.hpp"
#include "program/parameters.hpp"
#include "trace/names.hpp"

namespace conclave {

const Model& model_named(const std::string& full_name) {
  if (const Model* model = find_model(full_name)) return *model;
  std::vector<std::string> names;
  const std::string algorithm = full_name.substr(0, full_name.find(':'));
  for (const Model* model : models()) {
    if (model->name == algorithm) names.push_back(model->full_name());
  }
  const bool wrong_variant = !names.empty();
  if (!wrong_variant) {
    for (const Model* model : models()) names.push_back(model->full_name());
  }
  throw UsageError(std::string("there is no ") + (wrong_variant ? "variant" : "model") + " `" + full_name +
                   "`" + suggest(full_name, names, 12));
}

std::string own_initiators(const Model& model) {
  switch (model.initiators) {
    case Initiative::all:
      return "all";
    case Initiative::root:
      return "0";
    case Initiative::any:
      break;
  }
  return "any";
}

Encoded read_parameters(const std::vector<std::string>& texts, const Model& model) {
  const auto all = parameters(*model.program);
  std::vector<std::string> names;
  for (const auto& parameter : all) names.push_back(parameter.name);
  Encoded values = model.program->standard_parameters();
  std::vector<std::string> seen;
  for (const auto& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError("--set takes NAME=VALUE, not `" + text + "`");
    const std::string name = text.substr(0, equals);
    const std::string value = text.substr(equals + 1);
    const auto which = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    if (which == names.size()) {
      throw UsageError(model.full_name() + " has no parameter `" + name + "`" +
                       (names.empty() ? "; it has none" : suggest(name, names)));
    }
    if (std::ranges::find(seen, name) != seen.end()) throw UsageError("--set gives " + name + " twice");
    seen.push_back(name);
    if (!set_parameter(*model.program, values, which, value))
      throw UsageError("--set " + name + " takes " + values_of(all[which]) + ", not `" + value + "`");
  }
  return values;
}

PropertySet read_properties(const std::vector<std::string>& texts, const Model& model) {
  if (texts.empty()) return model.all_properties();
  std::vector<std::string> stated;
  for (const Property& p : model.properties) stated.emplace_back(p.name);
  PropertySet properties;
  for (const auto& text : texts) {
    const auto at = std::ranges::find(model.properties, text, &Property::name);
    if (at == model.properties.end()) {
      const Model* variant = find_model(model.about.remembers);
      const bool of_variant =
          variant != nullptr &&
          std::ranges::find(variant->properties, text, &Property::name) != variant->properties.end();
      throw UsageError(model.full_name() + " states no property `" + text + "`" +
                       (of_variant ? ", but " + variant->full_name() + " does" : suggest(text, stated)));
    }
    properties.add(at->id);
  }
  return properties;
}

Reduction read_reduction(const std::string& text) {
  Reduction reduction = Reduction::none();
  const std::vector<std::pair<std::string, bool*>> kinds{{"symmetry", &reduction.symmetry},
                                                         {"order", &reduction.order},
                                                         {"independence", &reduction.independence},
                                                         {"draws", &reduction.draws}};
  if (text == "none") return reduction;
  const std::string list = text.empty() || text == "all" ? "symmetry,order,independence,draws" : text;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    const std::string name = list.substr(from, comma - from);
    from = comma + 1;
    const auto kind = std::ranges::find(kinds, name, [](const auto& each) { return each.first; });
    if (name == "none" || (name == "all" && list != name)) {
      throw UsageError("--reduction " + text + ": `" + name +
                       "` stands alone; name either that, or some of symmetry,order,independence,draws");
    }
    if (kind == kinds.end()) {
      throw UsageError("--reduction takes all, none, or some of symmetry,order,independence,draws, not `" +
                       name + "`" +
                       suggest(name, {"all", "none", "symmetry", "order", "independence", "draws"}));
    }
    *kind->second = true;
  }
  return reduction;
}

std::size_t read_cost(const std::string& name, const Model& model) {
  const Costs costs(*model.program);
  if (const auto cost = costs.find(name)) return *cost;
  std::vector<std::string> names;
  for (std::size_t cost = 0; cost <= costs.time(); ++cost) names.push_back(costs.name(cost));
  throw UsageError(model.full_name() + " has no cost `" + name + "`" + suggest(name, names));
}

Event read_event(const std::string& name, const Model& model) {
  if (auto event = find_event(model, name)) return *std::move(event);
  std::vector<std::string> names;
  for (const Event& event : events_of(model)) names.push_back(event.name);
  throw UsageError(model.full_name() + " has no event `" + name + "`" +
                   (names.empty() ? "; it has none" : suggest(name, names)));
}

std::vector<Split> read_split(const std::string& text, const Model& model) {
  std::vector<std::string> names;
  for (const Split& split : splits_of(model)) names.push_back(split.name);
  std::vector<Split> splits;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string name = text.substr(from, comma - from);
    from = comma + 1;
    auto split = find_split(model, name);
    if (!split)
      throw UsageError("the messages of " + model.full_name() + " are not counted by `" + name + "`" +
                       (names.empty() ? "; they are all alike" : suggest(name, names)));
    if (std::ranges::find(splits, name, &Split::name) != splits.end())
      throw UsageError("--by " + text + " has `" + name + "` twice");
    splits.push_back(*std::move(split));
  }
  return splits;
}

Task::Witness read_witness(const std::string& text, const Model& model) {
  const std::size_t equals = text.rfind('=');
  const auto extreme = called<Extreme>(equals == std::string::npos ? "" : text.substr(equals + 1));
  if (!extreme) {
    throw UsageError(
        "--witness takes a cost and which extreme of it, such as messages=max or time=min, not `" + text +
        "`");
  }
  return {read_cost(text.substr(0, equals), model), *extreme};
}

}  // namespace conclave
