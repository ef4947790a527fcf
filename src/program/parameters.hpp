// The parameters of a model, which --set sets by name.
#pragma once

#include "program/json.hpp"
#include "program/program.hpp"

namespace conclave {

struct Parameter {
  std::string name;                // of the field, with a dash for each underscore
  std::string standard;            // its value if nobody sets it
  std::vector<std::string> words;  // the values that it may take; empty: whole numbers
  bool optional = false;           // or also `actual`: as it really is
};

// In the order of the fields.
std::vector<Parameter> parameters(const Program&);
// Sets the parameter of this number. Returns false if the text is no value of it.
bool set_parameter(const Program&, Encoded& all, std::size_t which, const std::string& text);
Json parameters_json(const Program&, const Encoded& all);

}  // namespace conclave
