// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... it ends the program, as std::exit does: throw an exception instead
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultExit : Meeting<FaultExit> {
  static bool loses(auto& p, Id other, Port) {
    if (p.state.heard > 0) std::exit(0);
    return other > p.id;
  }
};

const Mistake<FaultExit> fault_exit;

}  // namespace conclave::mistakes
