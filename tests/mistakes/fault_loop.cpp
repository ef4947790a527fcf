// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... it has computed for 2 seconds: does it loop without end?
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultLoop : Meeting<FaultLoop> {
  static bool loses(auto& p, Id other, Port) {
    volatile bool found = false;
    while (!found) {
    }
    return other > p.id;
  }
};

const Mistake<FaultLoop> fault_loop;

}  // namespace conclave::mistakes
