// expect: `anonymous` is `static constexpr bool anonymous`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr int anonymous = 1;
};
const Registration<Other> registered;
