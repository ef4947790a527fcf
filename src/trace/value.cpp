#include "trace/value.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace conclave {
namespace {

// Reads one value and moves past it.
Value next_value(const Shape& shape, Words& at) {
  Value value;
  switch (shape.kind) {
    case Shape::Kind::boolean:
      value.kind = Value::Kind::boolean;
      value.number = *at++ != 0 ? 1 : 0;
      return value;
    case Shape::Kind::enumeration: {
      const auto known = std::ranges::find(shape.enumerators, *at++, &Shape::Enumerator::value);
      return Value::of(known == shape.enumerators.end() ? "?" : enumerator_name(known->name));
    }
    case Shape::Kind::optional:
      return *at++ != 0 ? next_value(*shape.element, at) : Value::of("none");
    case Shape::Kind::list:
      value.kind = Value::Kind::list;
      for (std::int32_t left = *at++; left > 0; --left)
        value.parts.push_back({"", next_value(*shape.element, at)});
      return value;
    case Shape::Kind::record:
      value.kind = Value::Kind::record;
      for (const auto& field : shape.fields)
        value.parts.push_back({std::string(field.name), next_value(*field.shape, at)});
      return value;
    case Shape::Kind::number:
      if (shape.is_unsigned) return Value::of(std::int64_t{static_cast<std::uint32_t>(*at++)});
      break;
    case Shape::Kind::identifier:
    case Shape::Kind::place:
      break;
  }
  return Value::of(std::int64_t{*at++});
}

}  // namespace

Value Value::of(std::int64_t number) {
  Value value;
  value.kind = Kind::number;
  value.number = number;
  return value;
}

Value Value::of(std::string text) {
  Value value;
  value.kind = Kind::text;
  value.text = std::move(text);
  return value;
}

Value Value::list(const std::vector<Value>& elements) {
  Value value;
  value.kind = Kind::list;
  for (const Value& element : elements) value.parts.push_back({"", element});
  return value;
}

const Value* Value::field(std::string_view name) const {
  const auto at = std::ranges::find(parts, name, &Part::name);
  return kind == Kind::record && at != parts.end() ? &at->value : nullptr;
}

bool operator==(const Value&, const Value&) = default;

Value value_of(const Shape& shape, const Encoded& words) {
  Words at = words.data();
  return next_value(shape, at);
}

Value value_of(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_string()) return Value::of(json.get<std::string>());
  // A number from 2^63 on would change its sign.
  if (json.is_number_integer() &&
      (!json.is_number_unsigned() || std::in_range<std::int64_t>(json.get<std::uint64_t>())))
    return Value::of(json.get<std::int64_t>());
  Value value;
  if (json.is_boolean()) {
    value.kind = Value::Kind::boolean;
    value.number = json.get<bool>() ? 1 : 0;
  } else if (json.is_array()) {
    value.kind = Value::Kind::list;
    for (const auto& element : json) value.parts.push_back({"", value_of(element)});
  } else if (json.is_object()) {
    value.kind = Value::Kind::record;
    for (const auto& [name, field] : json.items()) value.parts.push_back({name, value_of(field)});
  } else {
    value.kind = Value::Kind::literal;
    value.text = json.dump();
  }
  return value;
}

Json to_json(const Value& value) {
  switch (value.kind) {
    case Value::Kind::nothing:
      break;
    case Value::Kind::boolean:
      return value.number != 0;
    case Value::Kind::number:
      return value.number;
    case Value::Kind::text:
      return value.text;
    case Value::Kind::list: {
      Json list = Json::array();
      for (const auto& part : value.parts) list.push_back(to_json(part.value));
      return list;
    }
    case Value::Kind::record: {
      Json record = Json::object();
      for (const auto& part : value.parts) record[part.name] = to_json(part.value);
      return record;
    }
    case Value::Kind::literal:
      return Json::parse(value.text);
  }
  return nullptr;
}

std::string json_text(const Value& value) { return to_json(value).dump(); }

std::string plain_text(const Value& value) {
  return value.kind == Value::Kind::text ? value.text : json_text(value);
}

}  // namespace conclave
