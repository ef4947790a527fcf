// expect: `properties` is `static Properties<Model> properties()`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static std::vector<int> properties() { return {}; }
};
const Registration<Other> registered;
