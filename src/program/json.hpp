// Values of a model as JSON, for traces and reports and for the texts of errors.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "program/shape.hpp"

namespace conclave {

using Json = nlohmann::ordered_json;

// A record becomes an object, a list an array, and an enumerator a string. Identifiers, places and numbers
// become numbers. An optional value that is not there becomes null.
Json to_json(const Shape&, const Encoded&);
// The same as compact text.
std::string json_text(const Shape&, const Encoded&);
// What a model says in words of its own, for messages: valid UTF-8, in one line, and not too long.
std::string one_line(std::string_view text);

}  // namespace conclave
