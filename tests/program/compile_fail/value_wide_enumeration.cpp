// expect: an enumeration of a model is at most 32 bits wide
#include "whole.hpp"

using namespace conclave;

enum class Colour : std::int64_t { red, green };
BOOST_DESCRIBE_ENUM(Colour, red, green)

struct Other : Whole<Other> {
  struct Message {
    Colour colour{};
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (colour))

const Registration<Other> registered;
