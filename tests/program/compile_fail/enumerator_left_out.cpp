// expect: BOOST_DESCRIBE_ENUM(T, enumerators) must name every enumerator, or be left out
#include "whole.hpp"

using namespace conclave;

enum class Kind { ask, answer };
BOOST_DESCRIBE_ENUM(Kind, ask)

struct Other : Whole<Other> {
  struct Message {
    Kind kind;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (kind))

const Registration<Other> registered;
