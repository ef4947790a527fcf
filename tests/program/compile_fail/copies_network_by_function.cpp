// expect: `copies_network` is `static constexpr bool copies_network`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static bool copies_network(const State&) { return true; }
};
const Registration<Other> registered;
