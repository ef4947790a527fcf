// The variables of which local states and messages are made, as far as a proof can speak of them: truth
// values, enumerations and identifiers, each of them perhaps optional, in records of any depth.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "program/shape.hpp"

namespace conclave::proof {

// What a model has that no proof for every n can speak of yet, in a sentence that names it.
struct NotProvable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Variable {
  std::string name;  // "phase"; of a field of a record "chosen.id"
  bool is_name = false;
  bool is_presence =
      false;  // It says whether an optional record is set, or anything else that is no plain value.
  // Of a variable that holds no identifier: the names of its values. The first one is "none" where the
  // variable may be absent.
  std::vector<std::string> values = {};
  std::vector<std::int32_t> codes = {};  // what the words say for each of these
  bool may_be_absent = false;
};

// One value: for each variable the number of its value or, of an identifier, its code; 0 is nobody.
using Parts = std::vector<std::int32_t>;

class Fields {
 public:
  // `of` is "State" or "Message". Throws NotProvable.
  Fields(const Shape&, std::string_view of);

  const std::vector<Variable>& variables() const { return variables_; }
  // Throws NotProvable if an optional identifier holds Id(), which is nobody's.
  Parts parts(const Encoded& words) const;
  Encoded words(const Parts&) const;
  // The same without the identifiers themselves: for each variable the number of its value, or whether it
  // holds an identifier.
  Parts control(Parts) const;

 private:
  void add(const Shape&, const std::string& name, bool may_be_absent);
  void take(const Shape&, Words& at, bool is_there, std::size_t& variable, Parts&) const;
  void put(const Shape&, std::size_t& variable, const Parts&, Encoded* out) const;

  const Shape& shape_;
  const std::string of_;
  std::vector<Variable> variables_;
};

}  // namespace conclave::proof
