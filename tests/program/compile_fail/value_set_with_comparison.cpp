// expect: a std::set or std::map of a model is in the order of `<`, without a comparison of its own
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    std::set<Id, std::greater<Id>> seen;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (seen))

const Registration<Other> registered;
