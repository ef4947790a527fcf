// expect: `knows` is `static constexpr Knowledge knows`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr unsigned knows = 1;
};
const Registration<Other> registered;
