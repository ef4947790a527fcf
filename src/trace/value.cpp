#include "trace/value.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace conclave {
namespace {

// Reads one value and moves past it.
TraceValue next_value(const Shape& shape, Words& at) {
  TraceValue value;
  switch (shape.kind) {
    case Shape::Kind::boolean:
      value.kind = TraceValue::Kind::boolean;
      value.number = *at++ != 0 ? 1 : 0;
      return value;
    case Shape::Kind::enumeration: {
      const auto known = std::ranges::find(shape.enumerators, *at++, &Shape::Enumerator::value);
      return TraceValue::of(known == shape.enumerators.end() ? "?" : enumerator_name(known->name));
    }
    case Shape::Kind::optional:
      return *at++ != 0 ? next_value(*shape.element, at) : TraceValue::of("none");
    case Shape::Kind::list:
      value.kind = TraceValue::Kind::list;
      for (std::int32_t left = *at++; left > 0; --left)
        value.parts.push_back({"", next_value(*shape.element, at)});
      return value;
    case Shape::Kind::record:
      value.kind = TraceValue::Kind::record;
      for (const auto& field : shape.fields)
        value.parts.push_back({std::string(field.name), next_value(*field.shape, at)});
      return value;
    case Shape::Kind::number: {
      const std::int64_t number = read_number(shape, at);
      if (!shape.is_unsigned || number >= 0) return TraceValue::of(number);
      value.kind = TraceValue::Kind::literal;
      value.text = std::to_string(static_cast<std::uint64_t>(number));
      return value;
    }
    case Shape::Kind::text:
      return TraceValue::of(read_text(at));
    case Shape::Kind::identifier:
    case Shape::Kind::place:
    case Shape::Kind::port:
    case Shape::Kind::draw:
      break;
  }
  return TraceValue::of(std::int64_t{*at++});
}

}  // namespace

TraceValue TraceValue::of(std::int64_t number) {
  TraceValue value;
  value.kind = Kind::number;
  value.number = number;
  return value;
}

TraceValue TraceValue::of(std::string text) {
  TraceValue value;
  value.kind = Kind::text;
  value.text = std::move(text);
  return value;
}

TraceValue TraceValue::list(const std::vector<TraceValue>& elements) {
  TraceValue value;
  value.kind = Kind::list;
  for (const TraceValue& element : elements) value.parts.push_back({"", element});
  return value;
}

const TraceValue* TraceValue::field(std::string_view name) const {
  const auto at = std::ranges::find(parts, name, &Part::name);
  return kind == Kind::record && at != parts.end() ? &at->value : nullptr;
}

bool operator==(const TraceValue&, const TraceValue&) = default;

TraceValue value_of(const Shape& shape, const Encoded& words) {
  Words at = words.data();
  return next_value(shape, at);
}

TraceValue value_of(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_string()) return TraceValue::of(json.get<std::string>());
  // A number from 2^63 on would change its sign.
  if (json.is_number_integer() &&
      (!json.is_number_unsigned() || std::in_range<std::int64_t>(json.get<std::uint64_t>())))
    return TraceValue::of(json.get<std::int64_t>());
  TraceValue value;
  if (json.is_boolean()) {
    value.kind = TraceValue::Kind::boolean;
    value.number = json.get<bool>() ? 1 : 0;
  } else if (json.is_array()) {
    value.kind = TraceValue::Kind::list;
    for (const auto& element : json) value.parts.push_back({"", value_of(element)});
  } else if (json.is_object()) {
    value.kind = TraceValue::Kind::record;
    for (const auto& [name, field] : json.items()) value.parts.push_back({name, value_of(field)});
  } else {
    value.kind = TraceValue::Kind::literal;
    value.text = json.dump();
  }
  return value;
}

Json to_json(const TraceValue& value) {
  switch (value.kind) {
    case TraceValue::Kind::nothing:
      break;
    case TraceValue::Kind::boolean:
      return value.number != 0;
    case TraceValue::Kind::number:
      return value.number;
    case TraceValue::Kind::text:
      return value.text;
    case TraceValue::Kind::list: {
      Json list = Json::array();
      for (const auto& part : value.parts) list.push_back(to_json(part.value));
      return list;
    }
    case TraceValue::Kind::record: {
      Json record = Json::object();
      for (const auto& part : value.parts) record[part.name] = to_json(part.value);
      return record;
    }
    case TraceValue::Kind::literal:
      return Json::parse(value.text);
  }
  return nullptr;
}

std::string json_text(const TraceValue& value) { return to_json(value).dump(); }

std::string plain_text(const TraceValue& value) {
  return value.kind == TraceValue::Kind::text ? value.text : json_text(value);
}

std::string reader_text(const TraceValue& value) {
  if (value.kind != TraceValue::Kind::list && value.kind != TraceValue::Kind::record)
    return plain_text(value);
  std::string text;
  for (const auto& [name, part] : value.parts) {
    text += text.empty() ? "" : ", ";
    text += (name.empty() ? "" : name + " ") + reader_text(part);
  }
  return "[" + text + "]";
}

}  // namespace conclave
