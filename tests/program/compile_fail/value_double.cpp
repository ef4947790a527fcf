// expect: a value of a model is no float or double, which are not exact; keep whole numbers
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    double load = 0;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (load))

const Registration<Other> registered;
