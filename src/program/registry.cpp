#include "program/model.hpp"

#include <algorithm>
#include <tuple>

namespace conclave {
namespace {

// A function, because model files register during static initialisation, in no particular order. Never
// destroyed, as the models in it are not: whoever holds one may still run while statics go.
std::vector<const Model*>& registry() {
  static auto& list = *new std::vector<const Model*>;
  return list;
}

}  // namespace

PropertySet Model::all_properties() const {
  PropertySet set;
  for (const Property& p : properties) set.add(p.id);
  return set;
}

const Property& Model::property(PropertyId id) const {
  return *std::ranges::find(properties, id, &Property::id);
}

Model named_model(const About& about) {
  Model model;
  const std::size_t colon = about.name.find(':');
  model.name = about.name.substr(0, colon);
  if (colon != std::string_view::npos) model.variant = about.name.substr(colon + 1);
  model.about = about;
  return model;
}

void state_properties(Model& model, PropertySet standard) {
  const auto own = model.program->statements();
  if (own.size() > most_statements) throw std::length_error("a model states too many properties of its own");
  model.properties.clear();
  for (Property p : standard_properties) {
    if (!standard.contains(p.id)) continue;
    if (p.id == PropertyId::max_id && model.elects == Elects::smallest) {
      p.name = "min-id";
      p.says = "a process that is leader, or is believed to be, has the smallest identifier";
    }
    if (p.id == PropertyId::termination && model.ends_with_leader)
      p.says = "every fair execution reaches quiescence with a leader elected";
    if (p.id == PropertyId::can_terminate && model.ends_with_leader)
      p.says = "from every reachable configuration some execution reaches quiescence with a leader elected";
    model.properties.push_back(p);
  }
  for (std::size_t k = 0; k < own.size(); ++k) {
    model.properties.push_back(
        {static_cast<PropertyId>(standard_count + k), own[k].name, kind_of(own[k].form), own[k].says});
  }
}

const std::vector<const Model*>& models() { return registry(); }

const Model* find_model(std::string_view full_name) {
  const auto at = std::ranges::find(registry(), full_name, &Model::full_name);
  return at == registry().end() ? nullptr : *at;
}

// Not thrown while models register, because nobody could catch it.
std::string clash_of_models() {
  const auto& list = registry();
  const auto same = [](const Model* a, const Model* b) { return a->full_name() == b->full_name(); };
  std::vector<const Model*> by_name = list;
  std::ranges::stable_sort(by_name, {}, &Model::full_name);
  const auto at = std::ranges::adjacent_find(by_name, same);
  if (at == by_name.end()) return "";
  return "two models are called `" + (*at)->full_name() + "`: one in " + (*at)->file + ", one in " +
         at[1]->file + "; `about.name` has to tell them apart";
}

void register_model(Model model) {
  auto& list = registry();
  const auto* added = new Model(std::move(model));  // lives as long as the program
  const auto key = [](const Model* m) { return std::tie(m->about.position, m->name, m->variant); };
  list.insert(std::ranges::upper_bound(list, key(added), {}, key), added);
}

}  // namespace conclave
