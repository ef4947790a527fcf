// What a value of a model looks like: which fields a local state or a message has, and of which types. With its shape,
// whoever holds a value as integers can print it, write it as JSON, or find a part of it, without the model's types.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "author/process.hpp"

namespace conclave {

struct Shape {
  enum class Kind { boolean, number, enumeration, identifier, place, optional, list, record };
  struct Field {
    std::string_view name;
    const Shape* shape;
  };
  struct Enumerator {
    std::string_view name;  // as C++ has it
    std::int32_t value;
  };

  Kind kind{};
  bool is_unsigned = false;             // of a number
  const Shape* element = nullptr;       // of an optional value or a list
  std::vector<Field> fields;            // of a record
  std::vector<Enumerator> enumerators;  // of an enumeration

  const Field* field(std::string_view name) const;  // null if there is none
};

// A value's words: one for a plain value; of an optional one 0, or 1 and the words of what is there; of a list its
// length and its elements; of a record its fields.
using Words = const std::int32_t*;

// Moves past one value.
void skip(const Shape&, Words&);
// The words of each field of a record.
std::vector<Encoded> fields(const Shape& record, const Encoded&);
// Which enumerator the field of a message that is called `kind` has, by number; 0 where there is no such field.
std::size_t kind_of(const Shape& message, const Encoded&);
// The names of the kinds of message; where messages have none, one: "message".
std::vector<std::string> kinds(const Shape& message);

// An enumerator's name as people read it. An underscore at its end, as in `static_`, is there only for C++.
std::string enumerator_name(std::string_view);

// Every value, in ascending order, where the processes have these identifiers by place; nothing where the shape alone
// does not tell which values there are (of numbers and lists).
std::optional<std::vector<Encoded>> every_value(const Shape&, const std::vector<Id>& ids);

}  // namespace conclave
