// expect: an enumeration of a model is an `enum class`, or says its type, as in `enum Kind : int`
#include "whole.hpp"

using namespace conclave;

enum Colour { red, green };

struct Other : Whole<Other> {
  struct Message {
    Colour colour{};
  };
  static void receive(Process<Other>&, Message, Port) {}
};
const Registration<Other> registered;
