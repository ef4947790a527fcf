// expect: nothing
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr bool anonymous = false;
  static void start(Process<Other>& p) { p.send(next, {p.id}); }
};
const Registration<Other> registered;
