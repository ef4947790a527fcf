#include "program/shape.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace conclave {

const Shape::Field* Shape::field(std::string_view name) const {
  const auto at = std::ranges::find(fields, name, &Field::name);
  return at == fields.end() ? nullptr : &*at;
}

void Shape::check_enumerator(std::int32_t value) const {
  if (std::ranges::find(enumerators, value, &Enumerator::value) == enumerators.end())
    throw std::logic_error("an enumeration has the value " + std::to_string(value) +
                           ", which is none of its enumerators");
}

void skip(const Shape& shape, Words& at) {
  switch (shape.kind) {
    case Shape::Kind::optional:
      if (*at++ != 0) skip(*shape.element, at);
      break;
    case Shape::Kind::list:
      for (std::int32_t left = *at++; left > 0; --left) skip(*shape.element, at);
      break;
    case Shape::Kind::record:
      for (const auto& field : shape.fields) skip(*field.shape, at);
      break;
    default:
      at += plain_words(shape, at);
  }
}

std::size_t plain_words(const Shape& shape, Words at) {
  if (shape.kind == Shape::Kind::text) return 1 + static_cast<std::size_t>(*at);
  return shape.kind == Shape::Kind::number && shape.bits > 32 ? 2 : 1;
}

std::int64_t read_number(const Shape& shape, Words& at) {
  const std::int64_t upper = *at++;
  if (shape.bits > 32) return upper * (std::int64_t{1} << 32) + static_cast<std::uint32_t>(*at++);
  return shape.is_unsigned ? static_cast<std::uint32_t>(upper) : upper;
}

std::string read_text(Words& at) {
  std::string text(static_cast<std::size_t>(*at++), ' ');
  for (char& byte : text) byte = static_cast<char>(*at++);
  const bool is_utf8 = [&] {
    try {
      static_cast<void>(nlohmann::json(text).dump());  // the library tells
      return true;
    } catch (const nlohmann::json::type_error&) {
      return false;
    }
  }();
  std::string spelt;
  constexpr std::string_view digits = "0123456789abcdef";
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < ' ' || code == 127 || (code > 127 && !is_utf8))
      spelt += {'\\', 'x', digits[code / 16], digits[code % 16]};
    else if (byte == '\\')
      spelt += "\\\\";
    else
      spelt += byte;
  }
  return spelt;
}

std::vector<Encoded> fields(const Shape& record, const Encoded& value) {
  std::vector<Encoded> all;
  Words at = value.data();
  for (const auto& field : record.fields) {
    const Words begin = at;
    skip(*field.shape, at);
    all.emplace_back(begin, at);
  }
  return all;
}

namespace {

// Only an enumeration names the kinds; a message may also have a number of this name.
bool tells_kind(const Shape::Field& field) {
  return field.name == "kind" && field.shape->kind == Shape::Kind::enumeration;
}

}  // namespace

std::size_t kind_of(const Shape& message, const Encoded& value) {
  Words at = value.data();
  for (const auto& field : message.fields) {
    if (tells_kind(field)) {
      const auto& all = field.shape->enumerators;
      return static_cast<std::size_t>(std::ranges::find(all, *at, &Shape::Enumerator::value) - all.begin());
    }
    skip(*field.shape, at);
  }
  return 0;
}

std::vector<std::string> kinds(const Shape& message) {
  const auto kind = std::ranges::find_if(message.fields, tells_kind);
  if (kind == message.fields.end()) return {"message"};
  std::vector<std::string> names;
  for (const auto& enumerator : kind->shape->enumerators) names.emplace_back(enumerator.name);
  return names;
}

std::string enumerator_name(std::string_view name) {
  return std::string(name.ends_with('_') ? name.substr(0, name.size() - 1) : name);
}

namespace {

// In any order, perhaps repeated.
std::optional<std::vector<Encoded>> values(const Shape& shape, const std::vector<Id>& ids) {
  std::vector<Encoded> all;
  switch (shape.kind) {
    case Shape::Kind::identifier:
      for (const Id id : ids) all.push_back({code_of(id)});
      return all;
    case Shape::Kind::place:
      for (std::int32_t i = 0; i < static_cast<std::int32_t>(ids.size()); ++i) all.push_back({i});
      return all;
    case Shape::Kind::boolean:
      return {{{0}, {1}}};
    case Shape::Kind::enumeration:
      for (const auto& enumerator : shape.enumerators) all.push_back({enumerator.value});
      return all;
    case Shape::Kind::optional: {
      const auto some = values(*shape.element, ids);
      if (!some) return {};
      all.push_back({0});
      for (const auto& each : *some) {
        all.push_back({1});
        all.back().insert(all.back().end(), each.begin(), each.end());
      }
      return all;
    }
    case Shape::Kind::record: {
      all.emplace_back();
      for (const auto& field : shape.fields) {
        const auto of_field = values(*field.shape, ids);
        if (!of_field) return {};
        std::vector<Encoded> longer;
        for (const auto& before : all) {
          for (const auto& each : *of_field) {
            longer.push_back(before);
            longer.back().insert(longer.back().end(), each.begin(), each.end());
          }
        }
        all = std::move(longer);
      }
      return all;
    }
    case Shape::Kind::port:
    case Shape::Kind::draw:
    case Shape::Kind::number:
    case Shape::Kind::text:
    case Shape::Kind::list:
      break;
  }
  return {};
}

}  // namespace

std::vector<Encoded> in_canonical_order(std::vector<Encoded> values) {
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
  return values;
}

std::optional<std::vector<Encoded>> every_value(const Shape& shape, const std::vector<Id>& ids) {
  auto all = values(shape, ids);
  if (!all) return {};
  return in_canonical_order(std::move(*all));
}

}  // namespace conclave
