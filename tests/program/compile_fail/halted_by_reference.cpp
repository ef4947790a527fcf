// expect: `halted` is `static bool halted(const State&)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static bool halted(State& s) { return s.awake; }
};
const Registration<Other> registered;
