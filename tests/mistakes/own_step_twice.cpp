// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/own_step_twice.cpp: two steps of a process are called `waits`
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct OwnStepTwice : Meeting<OwnStepTwice> {
  static void wait(Process<OwnStepTwice>&) {}
  static OwnSteps<OwnStepTwice> own_steps() {
    return {{Duty::optional, "waits", asleep, wait}, {Duty::owed, "waits", asleep, wait}};
  }
};

const Mistake<OwnStepTwice> own_step_twice;

}  // namespace conclave::mistakes
