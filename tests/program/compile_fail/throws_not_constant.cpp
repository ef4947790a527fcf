// expect: `throws` is `static constexpr bool throws`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  inline static bool throws = true;
};
const Registration<Other> registered;
