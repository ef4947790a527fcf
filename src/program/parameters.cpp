#include "program/parameters.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace conclave {
namespace {

// What an optional parameter is called as long as nobody sets it.
constexpr const char* unset = "actual";

// As --set has it: `assumed-n` for a field assumed_n.
std::string option_of(std::string_view field) {
  std::string name(field);
  std::ranges::replace(name, '_', '-');
  return name;
}

Json value_of(const Shape& shape, const Encoded& value) {
  Json json = to_json(shape, value);
  return json.is_null() ? Json(unset) : json;
}

std::vector<std::string> words(const Shape& shape) {
  std::vector<std::string> names;
  if (shape.kind == Shape::Kind::boolean) names = {"false", "true"};
  for (const auto& enumerator : shape.enumerators) names.push_back(enumerator_name(enumerator.name));
  return names;
}

std::optional<Encoded> read(const Shape& shape, const std::string& text) {
  if (shape.kind == Shape::Kind::optional) {
    if (text == unset) return Encoded{0};
    const auto some = read(*shape.element, text);
    return some ? std::optional(Encoded{1, some->front()}) : std::nullopt;
  }
  const auto names = words(shape);
  if (!names.empty()) {
    const auto at = std::ranges::find(names, text);
    if (at == names.end()) return {};
    const auto number = static_cast<std::size_t>(at - names.begin());
    return Encoded{shape.enumerators.empty() ? static_cast<std::int32_t>(number)
                                             : shape.enumerators[number].value};
  }
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return Encoded{value};
}

}  // namespace

std::vector<Parameter> parameters(const Program& program) {
  const Shape& shape = program.parameters_shape();
  const auto standard = fields(shape, program.standard_parameters());
  std::vector<Parameter> all;
  for (std::size_t k = 0; k < standard.size(); ++k) {
    const auto& [name, of] = shape.fields[k];
    const Json value = value_of(*of, standard[k]);
    all.push_back({option_of(name), value.is_string() ? value.get<std::string>() : value.dump(), words(*of),
                   of->kind == Shape::Kind::optional});
  }
  return all;
}

bool set_parameter(const Program& program, Encoded& all, std::size_t which, const std::string& text) {
  auto values = fields(program.parameters_shape(), all);
  const auto value = read(*program.parameters_shape().fields[which].shape, text);
  if (!value) return false;
  values[which] = *value;
  all.clear();
  for (const Encoded& each : values) all.insert(all.end(), each.begin(), each.end());
  return true;
}

Json parameters_json(const Program& program, const Encoded& all) {
  const Shape& shape = program.parameters_shape();
  const auto values = fields(shape, all);
  Json json = Json::object();
  for (std::size_t k = 0; k < values.size(); ++k)
    json[option_of(shape.fields[k].name)] = value_of(*shape.fields[k].shape, values[k]);
  return json;
}

}  // namespace conclave
