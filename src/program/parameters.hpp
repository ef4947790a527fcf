// The parameters of a model by name and as text: the command sets them, and traces tell them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "program/json.hpp"
#include "program/program.hpp"

namespace conclave {

struct Parameter {
  std::string name;                // that of the field, with a dash for each underscore
  std::string standard;            // the value that it has if nobody sets it
  std::vector<std::string> words;  // its values, if these have names; empty: it takes whole numbers
  // It may also be `actual`, which leaves it open: processes then go by what is really so.
  bool optional = false;
  std::string range;  // of a whole number: "0 to 255"; empty: any of 32 bits
};

// What a parameter may be set to, as in "up or down".
std::string values_of(const Parameter&);

// All parameters of a model, in the order of their fields.
std::vector<Parameter> parameters(const Program&);
// Sets the parameter of that number. Returns false if the text is none of its values.
bool set_parameter(const Program&, Encoded& all, std::size_t which, const std::string& text);
Json parameters_json(const Program&, const Encoded& all);

}  // namespace conclave
