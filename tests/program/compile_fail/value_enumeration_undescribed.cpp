// expect: an enumeration needs BOOST_DESCRIBE_ENUM(T, enumerators)
#include "whole.hpp"

using namespace conclave;

enum class Colour { red, green };

struct Other : Whole<Other> {
  struct Message {
    Colour colour{};
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (colour))

const Registration<Other> registered;
