// expect: require needs `asserts = true` in the model
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr bool asserts = false;
  static void start(Process<Other>& p) { p.require(true, "nothing"); }
};
const Registration<Other> registered;
