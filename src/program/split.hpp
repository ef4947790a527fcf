// What messages can be counted apart by: who has sent them, a field that they carry, or the phase of the
// algorithm to which they belong.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/model.hpp"

namespace conclave {

struct Split {
  enum class By {
    sender,  // the identifier of the process that sends it
    field,   // the value of a field of Message
    phase,   // as the model's function `phase` has it
  };
  By by{};
  std::size_t field = 0;  // its number, if by field
  std::string name;       // "sender", "phase" or the field's
};

// By what the messages of a model can be counted apart. A field has to be a number, a text, an identifier, an
// enumerator or a boolean, or an optional one of these.
std::vector<Split> splits_of(const Model&);
// Nothing if there is none of this name.
std::optional<Split> find_split(const Model&, std::string_view name);

// The value of a field as people write it: "3", "election", "none".
std::string field_text(const Program&, const Split& by_field, const Encoded& message);

}  // namespace conclave
