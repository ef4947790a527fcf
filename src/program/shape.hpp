// What a value of a model looks like: which fields a local state or a message has, and of which types.
// Whoever has a value as words (integers) and its shape can print it, write it as JSON, or find a part of it,
// without the model's types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "author/process.hpp"

namespace conclave {

struct Shape {
  enum class Kind { boolean, number, enumeration, identifier, place, port, optional, list, record };
  struct Field {
    std::string_view name;
    const Shape* shape;
  };
  struct Enumerator {
    std::string_view name;  // as C++ spells it
    std::int32_t value;
  };

  Kind kind{};
  bool is_unsigned = false;             // of a number
  const Shape* element = nullptr;       // of an optional value or a list
  std::vector<Field> fields;            // of a record
  std::vector<Enumerator> enumerators;  // of an enumeration

  const Field* field(std::string_view name) const;  // null if there is none
};

// Where the words of a value begin. A plain value has one word. An optional value has the word 0, or 1 and
// then the words of what is there. A list has its length and then its elements. A record has its fields.
using Words = const std::int32_t*;

// Moves on past one value.
void skip(const Shape&, Words&);
// The words of each field of a record.
std::vector<Encoded> fields(const Shape& record, const Encoded&);
// The number of the enumerator that a message has in its field `kind`; 0 if it has no such field.
std::size_t kind_of(const Shape& message, const Encoded&);
// The names of these enumerators; if messages have no such field, the one name "message".
std::vector<std::string> kinds(const Shape& message);

// An enumerator's name as people read it, without an underscore at its end: `static_` has one only for C++'s
// sake.
std::string enumerator_name(std::string_view);

// The values sorted, each of them once.
std::vector<Encoded> in_canonical_order(std::vector<Encoded> values);

// Every value of a shape, in ascending order; `ids` are the identifiers of the processes by place. Nothing if
// the shape has numbers or lists, because it does not tell which of these there may be.
std::optional<std::vector<Encoded>> every_value(const Shape&, const std::vector<Id>& ids);

}  // namespace conclave
