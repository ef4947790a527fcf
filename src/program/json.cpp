#include "program/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conclave {
namespace {

Json read(const Shape& shape, Words& at) {
  switch (shape.kind) {
    case Shape::Kind::boolean:
      return *at++ != 0;
    case Shape::Kind::enumeration: {
      const auto known = std::ranges::find(shape.enumerators, *at++, &Shape::Enumerator::value);
      return known == shape.enumerators.end() ? "?" : enumerator_name(known->name);
    }
    case Shape::Kind::optional:
      return *at++ != 0 ? read(*shape.element, at) : Json(nullptr);
    case Shape::Kind::list: {
      Json list = Json::array();
      for (std::int32_t left = *at++; left > 0; --left) list.push_back(read(*shape.element, at));
      return list;
    }
    case Shape::Kind::record: {
      Json object = Json::object();
      for (const auto& field : shape.fields) object[std::string(field.name)] = read(*field.shape, at);
      return object;
    }
    case Shape::Kind::number:
      if (shape.is_unsigned) return static_cast<std::uint64_t>(read_number(shape, at));
      return read_number(shape, at);
    case Shape::Kind::text:
      return read_text(at);
    default:
      return *at++;
  }
}

}  // namespace

Json to_json(const Shape& shape, const Encoded& value) {
  Words at = value.data();
  return read(shape, at);
}

std::string json_text(const Shape& shape, const Encoded& value) {
  return to_json(shape, value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string one_line(std::string_view text) {
  constexpr std::size_t most = 1000;
  const Json brief = std::string(text.substr(0, most)) + (text.size() > most ? "..." : "");
  const std::string valid = brief.dump(-1, ' ', false, Json::error_handler_t::replace);
  auto line = Json::parse(valid).get<std::string>();
  std::ranges::replace_if(
      line, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return line;
}

}  // namespace conclave
