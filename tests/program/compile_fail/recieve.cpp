// expect: nothing looks at `recieve`; is it to be `receive`?
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static void recieve(Process<Other>&, Message, Port) {}
};
const Registration<Other> registered;
