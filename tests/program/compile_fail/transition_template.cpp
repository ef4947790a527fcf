// expect: `transition` is `static void transition(Process<Model>&, const Incoming<Message>&)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  template <class P>
  static void transition(P&, const Incoming<Message>&) {}
};
const Registration<Other> registered;
