// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/without_a_reason.cpp: `without` says not why `termination` makes no
// sense for this algorithm
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct WithoutAReason : Meeting<WithoutAReason> {
  static std::vector<Without> without() { return {{"termination", ""}}; }
};

const Mistake<WithoutAReason> without_a_reason;

}  // namespace conclave::mistakes
