// expect: `claims` is `static std::vector<Claim> claims()`, with author/claim.hpp
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static int claims() { return 0; }
};
const Registration<Other> registered;
