// expect: a predicate of a property is a lambda that captures nothing
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static Properties<Other> properties() {
    bool wanted = true;
    return {{Form::invariant, "all-awake", "everyone is awake",
             every([wanted](const State& s) { return s.awake == wanted; })}};
  }
};
const Registration<Other> registered;
