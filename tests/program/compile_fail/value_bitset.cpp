// expect: a value of a model is a bool, a whole number, an enumeration, an Id, a Place, a Port, a
// std::string, a std::optional, std::vector, std::deque, std::array, std::set, std::map or std::pair of
// values, or a struct of them, without constructors and private fields
#include <bitset>

#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    std::bitset<8> seen;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (seen))

const Registration<Other> registered;
