// expect: `crashes_between_rounds` is for lock step
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static bool crashes_between_rounds(const NoParameters&) { return true; }
};
const Registration<Other> registered;
