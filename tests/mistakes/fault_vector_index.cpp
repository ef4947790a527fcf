// $ conclave check meeting -n 3
// 2: the model went wrong: receive ... the assertion `__n < this->size()` fails, ... stl_vector.h:...
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultVectorIndex : Meeting<FaultVectorIndex> {
  static bool loses(auto& p, Id other, Port) {
    const std::vector<int> counts(2);
    return other > p.id && counts[static_cast<std::size_t>(p.state.heard)] == 0;
  }
};

const Mistake<FaultVectorIndex> fault_vector_index;

}  // namespace conclave::mistakes
