// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... it gives up (abort): was memory written that is not its own, or
// given back twice?
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultAbort : Meeting<FaultAbort> {
  static bool loses(auto& p, Id other, Port) {
    if (p.state.heard > 0) std::abort();
    return other > p.id;
  }
};

const Mistake<FaultAbort> fault_abort;

}  // namespace conclave::mistakes
