// expect: a std::tuple or std::variant does not name its parts; make it a struct, with std::optional for
// what is not always there
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    std::tuple<int, Id> both;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (both))

const Registration<Other> registered;
