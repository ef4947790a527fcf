// expect: a value of a model is no pointer, which says where something is in memory; keep the thing itself,
// or a std::string for a text
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    std::string_view name;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Other::Message, (), (name))

const Registration<Other> registered;
