#include "model/model.hpp"

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

std::vector<Property> stated_properties(PropertySet standard, const std::vector<Statement>& own) {
  if (own.size() > most_statements) throw std::length_error("a model states too many properties of its own");
  std::vector<Property> properties;
  for (const Property& p : standard_properties) {
    if (standard.contains(p.id)) properties.push_back(p);
  }
  for (std::size_t k = 0; k < own.size(); ++k) {
    properties.push_back(
        {static_cast<PropertyId>(standard_count + k), own[k].name, kind_of(own[k].form), own[k].says});
  }
  return properties;
}

const std::vector<const Model*>& models() { return registry(); }

const Model* find_model(std::string_view full_name) {
  const auto at = std::ranges::find(registry(), full_name, &Model::full_name);
  return at == registry().end() ? nullptr : *at;
}

void register_model(Model model) {
  auto& list = registry();
  const auto* added = new Model(std::move(model));  // lives as long as the program
  const auto key = [](const Model* m) { return std::tie(m->name, m->variant); };
  list.insert(std::ranges::upper_bound(list, key(added), {}, key), added);
}

}  // namespace conclave
