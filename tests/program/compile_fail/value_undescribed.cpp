// expect: BOOST_DESCRIBE_STRUCT(T, (), (fields)) must name every field of this aggregate
#include "whole.hpp"

using namespace conclave;

struct Inner {
  int number = 0;
};

struct Other : Whole<Other> {
  struct Message {
    Inner inner;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (inner))

const Registration<Other> registered;
