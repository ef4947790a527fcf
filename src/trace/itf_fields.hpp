// Which fields an object of a trace file has, and of which kind each is. An object is checked against its
// fields before anything in it is read, so that a refusal names the field, and nothing in a file is passed
// over.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/json.hpp"

namespace conclave {

enum class FieldKind { whole, text, flag, object, list, wholes, texts, any };

struct Field {
  std::string_view name;
  FieldKind kind;
  bool needed = true;
};

// `where` is what the object is, such as "`#meta`". Throws TraceError.
void check_fields(const Json& object, const std::string& where, const std::vector<Field>&);

}  // namespace conclave
