// expect: a field of a model is no reference and not const, because its value is set
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    const int number = 0;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
const Registration<Other> registered;
