#include "proof/fields.hpp"

#include <algorithm>

namespace conclave::proof {
namespace {

using Kind = Shape::Kind;

bool is_plain(Kind kind) {
  return kind == Kind::boolean || kind == Kind::enumeration || kind == Kind::identifier;
}

std::string_view what(Kind kind) {
  switch (kind) {
    case Kind::number:
      return "a number";
    case Kind::text:
      return "a text";
    case Kind::place:
      return "a place";
    case Kind::port:
      return "a port";
    case Kind::draw:
      return "a draw";
    default:
      return "a list";
  }
}

}  // namespace

Fields::Fields(const Shape& shape, std::string_view of) : shape_(shape), of_(of) { add(shape, "", false); }

void Fields::add(const Shape& shape, const std::string& name, bool may_be_absent) {
  Variable variable{.name = name, .may_be_absent = may_be_absent};
  if (may_be_absent) {
    variable.values.emplace_back("none");
    variable.codes.push_back(0);
  }
  switch (shape.kind) {
    case Kind::boolean:
      variable.values.insert(variable.values.end(), {"false", "true"});
      variable.codes.insert(variable.codes.end(), {0, 1});
      break;
    case Kind::enumeration:
      for (const auto& enumerator : shape.enumerators) {
        variable.values.push_back(enumerator_name(enumerator.name));
        variable.codes.push_back(enumerator.value);
      }
      break;
    case Kind::identifier:
      variable.is_name = true;
      break;
    case Kind::optional:
      if (is_plain(shape.element->kind) && !may_be_absent) return add(*shape.element, name, true);
      variable.is_presence = true;
      variable.values.insert(variable.values.end(), {"unset", "set"});
      variable.codes.insert(variable.codes.end(), {0, 1});
      variables_.push_back(std::move(variable));
      return add(*shape.element, name, true);
    case Kind::record:
      for (const auto& field : shape.fields)
        add(*field.shape, (name.empty() ? "" : name + ".") + std::string(field.name), may_be_absent);
      return;
    default:
      throw NotProvable("`" + name + "` of " + of_ + " is " + std::string(what(shape.kind)) +
                        ": a proof speaks of truth values, enumerations and identifiers");
  }
  variables_.push_back(std::move(variable));
}

void Fields::take(const Shape& shape, Words& at, bool is_there, std::size_t& variable, Parts& parts) const {
  if (shape.kind == Kind::record) {
    for (const auto& field : shape.fields) take(*field.shape, at, is_there, variable, parts);
    return;
  }
  const Variable& its = variables_[variable];
  const int first = its.may_be_absent ? 1 : 0;  // the first value that says that it is there
  if (shape.kind == Kind::optional) {
    const bool inner = is_there && *at++ != 0;
    if (its.is_presence)
      parts[variable++] = is_there ? first + static_cast<int>(inner) : 0;
    else if (inner && its.is_name && *at == 0)
      throw NotProvable("`" + its.name + "` of " + of_ +
                        " holds Id(), which is nobody's: a proof knows nobody only as std::nullopt");
    return take(*shape.element, at, inner, variable, parts);
  }
  if (is_there) {
    const std::int32_t word = *at++;
    const auto code = std::find(its.codes.begin() + (its.is_name ? 0 : first), its.codes.end(), word);
    parts[variable] = its.is_name ? word : static_cast<std::int32_t>(code - its.codes.begin());
  }
  ++variable;
}

Parts Fields::parts(const Encoded& words) const {
  Parts parts(variables_.size());
  std::size_t variable = 0;
  Words at = words.data();
  take(shape_, at, true, variable, parts);
  return parts;
}

void Fields::put(const Shape& shape, std::size_t& variable, const Parts& parts, Encoded* out) const {
  if (shape.kind == Kind::record) {
    for (const auto& field : shape.fields) put(*field.shape, variable, parts, out);
    return;
  }
  const Variable& its = variables_[variable];
  const std::int32_t part = parts[variable];
  if (shape.kind == Kind::optional) {
    const bool inner = its.is_presence ? its.values[static_cast<std::size_t>(part)] == "set" : part != 0;
    if (out != nullptr) out->push_back(inner ? 1 : 0);
    if (its.is_presence) ++variable;
    return put(*shape.element, variable, parts, inner ? out : nullptr);
  }
  if (out != nullptr) out->push_back(its.is_name ? part : its.codes[static_cast<std::size_t>(part)]);
  ++variable;
}

Encoded Fields::words(const Parts& parts) const {
  Encoded words;
  std::size_t variable = 0;
  put(shape_, variable, parts, &words);
  return words;
}

Parts Fields::control(Parts parts) const {
  for (std::size_t v = 0; v < parts.size(); ++v) {
    if (variables_[v].is_name) parts[v] = parts[v] != 0 ? 1 : 0;
  }
  return parts;
}

}  // namespace conclave::proof
