// expect: nothing looks at `init`; is it to be `initial`?
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static State init(Id) { return {}; }
};
const Registration<Other> registered;
