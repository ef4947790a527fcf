// expect: `own_steps` is `static OwnSteps<Model> own_steps()`: the steps that need no message
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static std::vector<int> own_steps() { return {1}; }
};
const Registration<Other> registered;
