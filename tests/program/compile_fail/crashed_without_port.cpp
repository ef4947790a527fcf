// expect: `crashed` is `static void crashed(Process<Model>&, Port)`: a neighbour has crashed
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static void crashed(Process<Other>&) {}
};
const Registration<Other> registered;
