// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... it needs more stack than there is: does it recurse without end?
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

volatile bool goes_on = true;
int depth(int k) {
  volatile int room[64];
  room[k % 64] = k;
  return goes_on ? depth(k + 1) + room[0] : 0;
}

struct FaultRecursion : Meeting<FaultRecursion> {
  static bool loses(auto& p, Id other, Port) { return other > p.id && depth(1) > 0; }
};

const Mistake<FaultRecursion> fault_recursion;

}  // namespace conclave::mistakes
