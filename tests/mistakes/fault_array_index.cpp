// $ conclave check meeting -n 3
// 2: the model went wrong: receive ... it does what C++ leaves undefined: is an index out of bounds, does a
// number overflow, or does a function end without a `return`?
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultArrayIndex : Meeting<FaultArrayIndex> {
  static bool loses(auto& p, Id other, Port) {
    int counts[2] = {};
    ++counts[p.state.heard];
    return other > p.id && counts[0] == 0;
  }
};

const Mistake<FaultArrayIndex> fault_array_index;

}  // namespace conclave::mistakes
