// expect: `running` is `static bool running(const State&)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static void resume(Process<Other>&) {}
  static bool running(const State&, const Self<Other>&) { return true; }
};
const Registration<Other> registered;
