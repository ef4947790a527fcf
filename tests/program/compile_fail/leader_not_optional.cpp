// expect: `leader` is `static std::optional<Id> leader(const State&)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static Id leader(const State& s) { return s.leader.value_or(Id()); }
};
const Registration<Other> registered;
