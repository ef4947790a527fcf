// expect: `elects` is `static constexpr Elects elects`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr const char* elects = "smallest";
};
const Registration<Other> registered;
