// expect: the model needs `static void receive(Process<Model>&, Message, Port)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static void receive(Process<Other> p, Message m, Port) { p.state.leader = m.id; }
};
const Registration<Other> registered;
