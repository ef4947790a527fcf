// expect: an unordered container has an order that is no part of its value; keep a std::set or a std::map
#include <unordered_set>

#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    std::unordered_set<int> seen;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (seen))

const Registration<Other> registered;
