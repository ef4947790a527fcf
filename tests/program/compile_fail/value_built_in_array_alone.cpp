// expect: a value of a model is no built-in array; keep a std::array
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Message {
    Id id;
    int seen[3] = {};
    bool last = false;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
const Registration<Other> registered;
