// $ conclave check meeting -n 2
// 3: INCONCLUSIVE ... not exhaustive: the system had no more memory in receive ... of the process with
// identifier
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultHugeVector : Meeting<FaultHugeVector> {
  static bool loses(auto& p, Id other, Port) {
    const std::vector<int> counts(std::size_t{1} << 44);
    return other > p.id && counts.back() == 0;
  }
};

const Mistake<FaultHugeVector> fault_huge_vector;

}  // namespace conclave::mistakes
