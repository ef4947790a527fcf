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
