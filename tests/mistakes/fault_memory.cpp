// $ conclave check meeting -n 2 --memory 256M
// 3: INCONCLUSIVE ... not exhaustive: the memory limit of 256 MiB was reached in receive ... of the process
// with identifier
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultMemory : Meeting<FaultMemory> {
  static bool loses(auto& p, Id other, Port) {
    volatile bool goes_on = true;
    std::vector<int> all;
    while (goes_on) all.push_back(p.state.heard);
    return other > p.id;
  }
};

const Mistake<FaultMemory> fault_memory;

}  // namespace conclave::mistakes
