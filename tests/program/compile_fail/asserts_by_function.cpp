// expect: `asserts` is `static constexpr bool asserts`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static bool asserts() { return false; }
};
const Registration<Other> registered;
