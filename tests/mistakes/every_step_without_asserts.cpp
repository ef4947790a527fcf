// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/every_step_without_asserts.cpp: property `own`: leads_to needs p and
// q, after_rounds p, until and lock step, every_step `asserts = true`, all others p
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct EveryStepWithoutAsserts : Meeting<EveryStepWithoutAsserts> {
  static constexpr bool asserts = false;
  static auto properties() {
    return Properties<EveryStepWithoutAsserts>{{Form::every_step, "own", "it never fails"}};
  }
};

const Mistake<EveryStepWithoutAsserts> every_step_without_asserts;

}  // namespace conclave::mistakes
