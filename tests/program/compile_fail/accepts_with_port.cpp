// expect: `accepts` is `static bool accepts(const State&, const Message&)`: does the process take it now?
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static bool accepts(const State&, const Message&, Port) { return true; }
};
const Registration<Other> registered;
