// expect: `decided` is `static bool decided(const State&)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static bool decided(State& s) { return s.awake; }
};
const Registration<Other> registered;
