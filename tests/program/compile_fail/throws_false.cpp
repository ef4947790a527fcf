// expect: raise needs `throws = true` in the model
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr bool throws = false;
  static void start(Process<Other>& p) { p.raise("nothing"); }
};
const Registration<Other> registered;
