// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... it does what C++ leaves undefined: is an index out of bounds, does a
// number overflow, or does a function end without a `return`?
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultDivision : Meeting<FaultDivision> {
  static bool loses(auto& p, Id other, Port) { return other > p.id && 10 / (p.state.heard - 1) > 0; }
};

const Mistake<FaultDivision> fault_division;

}  // namespace conclave::mistakes
