// expect: a std::set or std::map needs an order of what it is sorted by, and places, ports and structs
// without `<` have none; keep a std::vector
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    std::map<Port, int> seen;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (seen))

const Registration<Other> registered;
