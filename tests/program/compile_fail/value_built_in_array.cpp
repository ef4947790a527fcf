// expect: a value of a model is no built-in array; keep a std::array
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    int seen[3] = {};
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (seen))

const Registration<Other> registered;
