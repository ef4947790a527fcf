// expect: `receptive` is `static bool receptive(const State&)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static bool receptive(const State&, const Self<Other>&) { return true; }
};
const Registration<Other> registered;
