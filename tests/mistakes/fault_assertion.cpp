// $ conclave check meeting -n 3
// 2: the model went wrong: receive ... the assertion `p.state.heard < 2` fails,
// tests/mistakes/fault_assertion.cpp:12
#include <cassert>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultAssertion : Meeting<FaultAssertion> {
  static bool loses(auto& p, Id other, Port) {
    assert(p.state.heard < 2);
    return other > p.id;
  }
};

const Mistake<FaultAssertion> fault_assertion;

}  // namespace conclave::mistakes
