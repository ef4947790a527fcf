// expect: a projection is a lambda that captures nothing
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static Properties<Other> properties() {
    return {{Form::invariant, "all-awake", "everyone is awake", [](const Global<Other>& g) {
               bool wanted = true;
               return g.every([](bool is) { return is; },
                              [wanted](const State& s) { return s.awake == wanted; });
             }}};
  }
};
const Registration<Other> registered;
