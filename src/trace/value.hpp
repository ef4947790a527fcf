// A value as a trace shows it: a local state, a message, or a part of one, without the model's types. A walk
// makes values of what the machine holds as integers; a trace file brings some of which no model here needs
// to know.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "program/json.hpp"
#include "program/shape.hpp"

namespace conclave {

struct TraceValue {
  // A `literal` is a part of a file that no model has, such as a fraction: its JSON text.
  enum class Kind { nothing, boolean, number, text, list, record, literal };
  struct Part;

  Kind kind = Kind::nothing;
  std::int64_t number = 0;  // a boolean is 0 or 1
  std::string text;
  std::vector<Part> parts;  // the elements of a list, or the fields of a record

  static TraceValue of(std::int64_t number);
  static TraceValue of(std::string text);
  static TraceValue list(const std::vector<TraceValue>& elements);

  const TraceValue* field(std::string_view name) const;  // null if there is none
  friend bool operator==(const TraceValue&, const TraceValue&);
};

struct TraceValue::Part {
  std::string name;  // of a field; an element has none
  TraceValue value;

  friend bool operator==(const Part&, const Part&) = default;
};

// An optional value that is not there becomes the text "none", because the format of trace files has no null.
TraceValue value_of(const Shape&, const Encoded&);
TraceValue value_of(const Json&);
Json to_json(const TraceValue&);
std::string json_text(const TraceValue&);

// The value as one types it: a text without quotes, anything else as JSON has it.
std::string plain_text(const TraceValue&);
// The value as a reader would write it: no quotes, lists in brackets.
std::string reader_text(const TraceValue&);

}  // namespace conclave
