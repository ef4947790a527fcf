// expect: load_network needs `copies_network = true` in the model
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr bool copies_network = false;
  static void start(Process<Other>& p) { p.load_network(); }
};
const Registration<Other> registered;
