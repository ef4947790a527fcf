// expect: `accepts` is `static bool accepts(const State&, const Message&, Port, const Self<Model>&)`, or
// takes the first two or three of these: does the process take the message now?
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static bool accepts(const State&, Port) { return true; }
};
const Registration<Other> registered;
