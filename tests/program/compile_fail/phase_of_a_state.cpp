// expect: `phase` is `static std::optional<int> phase(const Global<Model>&, const Message&)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static int phase(const State& s) { return s.awake ? 1 : 0; }
};
const Registration<Other> registered;
