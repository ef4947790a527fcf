// expect: `recovered` is `static State recovered(const State&)`: what a crash leaves of a local state
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static void recovered(Process<Other>&) {}
};
const Registration<Other> registered;
