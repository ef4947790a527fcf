// expect: `addressing` is `static constexpr Addressing addressing`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr bool addressing = true;
};
const Registration<Other> registered;
