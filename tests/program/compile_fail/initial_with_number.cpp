// expect: `initial` is `static State initial(const Self<Model>&)`, or `static State initial(Id)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static State initial(Id, int) { return {}; }
};
const Registration<Other> registered;
