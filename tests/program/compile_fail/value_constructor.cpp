// expect: a value of a model is a bool, a whole number, an enumeration, an Id, a Place, a Port, a
// std::string, a std::optional, std::vector, std::deque, std::array, std::set, std::map or std::pair of
// values, or a struct of them, without constructors and private fields
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    Message() {}
    int number = 0;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
const Registration<Other> registered;
