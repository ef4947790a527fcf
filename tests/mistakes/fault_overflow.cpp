// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... it does what C++ leaves undefined: is an index out of bounds, does a
// number overflow, or does a function end without a `return`?
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultOverflow : Meeting<FaultOverflow> {
  static bool loses(auto& p, Id other, Port) {
    int count = 2147483647;
    count += p.state.heard;
    return other > p.id && count != 0;
  }
};

const Mistake<FaultOverflow> fault_overflow;

}  // namespace conclave::mistakes
