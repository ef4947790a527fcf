// expect: `initial` is `static State initial(const Self<Model>&)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static State initial(Id, int) { return {}; }
};
const Registration<Other> registered;
