// expect: BOOST_DESCRIBE_STRUCT(T, (bases), (fields)) must name every field of this struct, or be left out
#include "whole.hpp"

using namespace conclave;

struct Base {
  Id id;
};
BOOST_DESCRIBE_STRUCT(Base, (), (id))

struct Other : Whole<Other> {
  struct Message : Base {
    bool more;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (more))

const Registration<Other> registered;
