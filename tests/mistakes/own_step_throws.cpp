// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier ... own step `waits`: cannot wait
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct OwnStepThrows : Meeting<OwnStepThrows> {
  static OwnSteps<OwnStepThrows> own_steps() {
    return {{Duty::owed, "waits", [](const State& s) { return !asleep(s); },
             [](Process<OwnStepThrows>&) { throw std::runtime_error("cannot wait"); }}};
  }
};

const Mistake<OwnStepThrows> own_step_throws;

}  // namespace conclave::mistakes
