// $ conclave check meeting -n 2
// 0: WARNING no process ever took the step `waits`: what holds may hold only because of that
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct OwnStepNeverTaken : Meeting<OwnStepNeverTaken> {
  static OwnSteps<OwnStepNeverTaken> own_steps() {
    return {{Duty::owed, "waits", [](const State& s) { return asleep(s) && !asleep(s); },
             [](Process<OwnStepNeverTaken>&) {}}};
  }
};

const Mistake<OwnStepNeverTaken> own_step_never_taken;

}  // namespace conclave::mistakes
