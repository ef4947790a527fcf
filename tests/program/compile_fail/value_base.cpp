// expect: a struct of a model has no base class, unless BOOST_DESCRIBE_STRUCT(T, (bases), (fields)) names
// what is in it; or make the base its first field
#include "whole.hpp"

using namespace conclave;

struct Base {
  Id id;
};

struct Other : Whole<Other> {
  struct Message : Base {
    bool more;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
const Registration<Other> registered;
