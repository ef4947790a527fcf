// expect: nothing looks at `property`; is it to be `properties`?
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static std::vector<Stated<Other>> property() { return {}; }
};
const Registration<Other> registered;
