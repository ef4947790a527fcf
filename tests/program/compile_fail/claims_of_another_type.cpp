// expect: `claims` is `static Claims claims()`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static int claims() { return 0; }
};
const Registration<Other> registered;
