// expect: `remember` is `static void remember(History&, const State& before, const State& after)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct History {
    bool led = false;
  };
  static void remember(State&, const State&, const State&) {}
};
const Registration<Other> registered;
