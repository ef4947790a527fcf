#include "trace/itf_fields.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "trace/trace.hpp"

namespace conclave {
namespace {

// As JSON has it, but not more of it than a line has room for.
std::string brief(const Json& value) {
  constexpr std::size_t most = 40;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > most) text = text.substr(0, most) + "...";
  return text;
}

bool is_whole(const Json& value) {
  if (value.is_number_unsigned()) return std::in_range<std::int32_t>(value.get<std::uint64_t>());
  return value.is_number_integer() && std::in_range<std::int32_t>(value.get<std::int64_t>());
}

bool is_text(const Json& value) { return value.is_string(); }

bool is_of(const Json& value, FieldKind kind) {
  switch (kind) {
    case FieldKind::whole:
      return is_whole(value);
    case FieldKind::text:
      return is_text(value);
    case FieldKind::flag:
      return value.is_boolean();
    case FieldKind::object:
      return value.is_object();
    case FieldKind::list:
      return value.is_array();
    case FieldKind::wholes:
      return value.is_array() && std::ranges::all_of(value, is_whole);
    case FieldKind::texts:
      return value.is_array() && std::ranges::all_of(value, is_text);
    case FieldKind::any:
      break;
  }
  return true;
}

const char* words(FieldKind kind) {
  switch (kind) {
    case FieldKind::whole:
      return "a whole number of 32 bits";
    case FieldKind::text:
      return "a text";
    case FieldKind::flag:
      return "true or false";
    case FieldKind::object:
      return "an object";
    case FieldKind::list:
      return "a list";
    case FieldKind::wholes:
      return "a list of whole numbers of 32 bits";
    case FieldKind::texts:
      return "a list of texts";
    case FieldKind::any:
      break;
  }
  return "a value";
}

}  // namespace

void check_fields(const Json& object, const std::string& where, const std::vector<Field>& fields) {
  if (!object.is_object()) throw TraceError(where + " is " + brief(object) + ", but has to be an object");
  for (const Field& field : fields) {
    const auto at = object.find(field.name);
    if (at == object.end()) {
      if (!field.needed) continue;
      throw TraceError(where + " has no `" + std::string(field.name) + "`");
    }
    if (!is_of(*at, field.kind))
      throw TraceError("`" + std::string(field.name) + "` of " + where + " is " + brief(*at) +
                       ", but has to be " + words(field.kind));
  }
  for (const auto& [name, value] : object.items()) {
    if (std::ranges::find(fields, name, &Field::name) == fields.end())
      throw TraceError(where + " has a field `" + name + "`, which no trace of this version has");
  }
}

}  // namespace conclave
