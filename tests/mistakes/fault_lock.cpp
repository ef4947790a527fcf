// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... called again with the same arguments, it goes wrong: it has waited for
// 2 seconds: for a lock, for input, or asleep?
#include <mutex>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultLock : Meeting<FaultLock> {
  static bool loses(auto& p, Id other, Port) {
    static std::mutex mutex;
    mutex.lock();  // and nobody unlocks it
    return other > p.id;
  }
};

const Mistake<FaultLock> fault_lock;

}  // namespace conclave::mistakes
