// expect: `History` (variables that only properties read) and `remember` (how a step changes them) go
// together
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct History {
    bool led = false;
  };
};
const Registration<Other> registered;
