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
  enum class Kind {
    boolean,
    number,
    text,
    enumeration,
    identifier,
    place,
    port,
    draw,
    optional,
    list,
    record
  };
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
  int bits = 32;                        // of a number: 8, 16, 32 or 64
  const Shape* element = nullptr;       // of an optional value or a list
  std::vector<Field> fields;            // of a record
  std::vector<Enumerator> enumerators;  // of an enumeration

  const Field* field(std::string_view name) const;  // null if there is none
  // Throws std::logic_error if no enumerator has this value: it comes from a cast, or from a variable that
  // nobody has set.
  void check_enumerator(std::int32_t value) const;
};

// Where the words of a value begin. A plain value has one word, and a number of 64 bits has two, the upper
// half first. An optional value has the word 0, or 1 and then the words of what is there. A list has its
// length and then its elements, a text its length and then its bytes. A record has its fields.
using Words = const std::int32_t*;

// How many words a value has that is not made of other values.
std::size_t plain_words(const Shape&, Words);
// A number, and moves on past it. An unsigned one from 2^63 on comes out negative.
std::int64_t read_number(const Shape&, Words&);
// A text as a terminal can show it, and moves on past it: control characters, and bytes that are not UTF-8,
// are spelt as \x0a, and a backslash is doubled, so that no two texts look alike.
std::string read_text(Words&);

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
// the shape has numbers, texts or lists, because it does not tell which of these there may be.
std::optional<std::vector<Encoded>> every_value(const Shape&, const std::vector<Id>& ids);

}  // namespace conclave
