// What random algorithms and where they run are read off: numbers 0..99, small ones for what is simple.
#pragma once

#include "toys/toy_basics.hpp"

namespace conclave::testing {

class Tape {
 public:
  explicit Tape(const std::vector<int>& numbers) : numbers_(numbers) {}
  int number() { return at_ < numbers_.size() ? numbers_[at_++] : 0; }
  int below(int k) { return number() * k / 100; }
  bool percent(int chance) { return number() >= 100 - chance; }

 private:
  const std::vector<int>& numbers_;
  std::size_t at_ = 0;
};

// So many random numbers for a tape: what RapidCheck shrinks.
std::vector<int> draw_tape(std::size_t length);

// Everything but faults and properties.
void read_setting(Tape&, ToySetting&);
// Everything but addressing, statements and facts.
void read_basics(Tape&, ToyBasics&);
// Of these forms, the first so many.
void read_statements(Tape&, ToyBasics&, int forms);
PropertySet read_properties(Tape&, const ToyBasics&);
std::uint32_t read_ready(Tape&);  // which own steps may be taken in a state
ToyState read_facts(Tape&, const ToyBasics&, int state);
ToyFailure read_failure(Tape&);

}  // namespace conclave::testing
