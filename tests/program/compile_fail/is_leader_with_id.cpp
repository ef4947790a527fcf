// expect: `is_leader` is `static bool is_leader(const State&)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static bool is_leader(const State&, Id) { return true; }
};
const Registration<Other> registered;
