// expect: nothing looks at `anonymus`; is it to be `anonymous`?
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr bool anonymus = true;
};
const Registration<Other> registered;
