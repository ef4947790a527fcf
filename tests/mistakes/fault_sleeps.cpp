// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... it has waited for 2 seconds: for a lock, for input, or asleep?
#include <chrono>
#include <thread>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultSleeps : Meeting<FaultSleeps> {
  static bool loses(auto& p, Id other, Port) {
    using namespace std::chrono_literals;
    while (!p.state.leader) std::this_thread::sleep_for(1ms);  // nobody else sets it
    return other > p.id;
  }
};

const Mistake<FaultSleeps> fault_sleeps;

}  // namespace conclave::mistakes
