// expect: the enumerators of a model have values from 0 to 63; BOOST_DESCRIBE_ENUM(T, enumerators) names
// others
#include "whole.hpp"

using namespace conclave;

enum class Colour {};

struct Other : Whole<Other> {
  struct Message {
    Colour colour{};
  };
  static void receive(Process<Other>&, Message, Port) {}
};
const Registration<Other> registered;
