// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/own_step_without_a_handler.cpp: own step `waits` needs a function that
// says when it may be taken, and one that takes it
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct OwnStepWithoutAHandler : Meeting<OwnStepWithoutAHandler> {
  static OwnSteps<OwnStepWithoutAHandler> own_steps() { return {{Duty::owed, "waits", asleep, nullptr}}; }
};

const Mistake<OwnStepWithoutAHandler> own_step_without_a_handler;

}  // namespace conclave::mistakes
