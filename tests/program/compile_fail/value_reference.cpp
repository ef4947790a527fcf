// expect: a field of a model is no reference and not const, because its value is set
#include "whole.hpp"

using namespace conclave;

int elsewhere = 0;

struct Other : Whole<Other> {
  struct Message {
    int& number = elsewhere;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
const Registration<Other> registered;
