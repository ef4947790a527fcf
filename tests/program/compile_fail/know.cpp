// expect: nothing looks at `know`; is it to be `knows`?
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr Knowledge know = Knowledge::place;
};
const Registration<Other> registered;
