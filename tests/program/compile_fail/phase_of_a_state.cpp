// expect: `phase` is `static std::optional<int> phase(const Global<Model>&, const Message&)`: the phase to
// which a message belongs that is sent now; a variant may inherit one that takes `const auto&` for the
// configuration
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static int phase(const State& s) { return s.awake ? 1 : 0; }
};
const Registration<Other> registered;
