#include "program/parameters.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

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

// The numbers that a field of at most 32 bits can hold.
std::pair<std::int64_t, std::int64_t> range_of(const Shape& number) {
  const std::int64_t size = std::int64_t{1} << number.bits;
  return number.is_unsigned ? std::pair(std::int64_t{0}, size - 1) : std::pair(-size / 2, size / 2 - 1);
}

// Empty where the range is that of an int, of which nobody needs to be told.
std::string range_in_words(const Shape& shape) {
  if (shape.kind != Shape::Kind::number || (shape.bits == 32 && !shape.is_unsigned)) return "";
  const auto [least, most] = range_of(shape);
  return std::to_string(least) + " to " + std::to_string(most);
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
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  const auto [least, most] = range_of(shape);
  if (value < least || value > most) return {};
  return Encoded{static_cast<std::int32_t>(value)};
}

}  // namespace

std::string values_of(const Parameter& parameter) {
  if (parameter.optional) return "a whole number or actual";
  if (!parameter.range.empty()) return "a whole number from " + parameter.range;
  std::string values;
  for (const auto& word : parameter.words) values += (values.empty() ? "" : " or ") + word;
  return values.empty() ? "a whole number" : values;
}

std::vector<Parameter> parameters(const Program& program) {
  const Shape& shape = program.parameters_shape();
  const auto standard = fields(shape, program.standard_parameters());
  std::vector<Parameter> all;
  for (std::size_t k = 0; k < standard.size(); ++k) {
    const auto& [name, of] = shape.fields[k];
    const Json value = value_of(*of, standard[k]);
    all.push_back({option_of(name), value.is_string() ? value.get<std::string>() : value.dump(), words(*of),
                   of->kind == Shape::Kind::optional, range_in_words(*of)});
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
