#include "program/split.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program/json.hpp"

namespace conclave {
namespace {

// Is it the same under every symmetry, and told in one word?
bool can_be_told(const Shape& shape) {
  switch (shape.kind) {
    case Shape::Kind::boolean:
    case Shape::Kind::number:
    case Shape::Kind::text:
    case Shape::Kind::enumeration:
    case Shape::Kind::identifier:
      return true;
    case Shape::Kind::optional:
      return can_be_told(*shape.element);
    default:
      return false;
  }
}

}  // namespace

std::vector<Split> splits_of(const Model& model) {
  std::vector<Split> splits;
  if (!model.anonymous) splits.push_back({Split::By::sender, 0, "sender"});
  if (model.program->has_phases()) splits.push_back({Split::By::phase, 0, "phase"});
  const Shape& message = model.program->message_shape();
  for (std::size_t k = 0; k < message.fields.size(); ++k) {
    const auto& [name, shape] = message.fields[k];
    const bool is_taken = std::ranges::find(splits, name, &Split::name) != splits.end();
    if (!is_taken && can_be_told(*shape)) splits.push_back({Split::By::field, k, std::string(name)});
  }
  return splits;
}

std::optional<Split> find_split(const Model& model, std::string_view name) {
  for (Split& split : splits_of(model)) {
    if (split.name == name) return std::move(split);
  }
  return {};
}

std::string field_text(const Program& program, const Split& split, const Encoded& message) {
  const Shape& shape = program.message_shape();
  const Json value = to_json(*shape.fields[split.field].shape, fields(shape, message)[split.field]);
  if (value.is_null()) return "none";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace conclave
