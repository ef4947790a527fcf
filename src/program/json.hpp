// Values of a model as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "program/shape.hpp"

namespace conclave {

using Json = nlohmann::ordered_json;

// Records are objects, identifiers, places and numbers are numbers, enumerators are strings, and a value that is not
// there is null.
Json to_json(const Shape&, const Encoded&);
// The same as compact text.
std::string json_text(const Shape&, const Encoded&);

}  // namespace conclave
