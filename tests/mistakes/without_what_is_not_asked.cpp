// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/without_what_is_not_asked.cpp: `without` names `liveness`, which is no
// standard property that is asked of this model
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct WithoutWhatIsNotAsked : Meeting<WithoutWhatIsNotAsked> {
  static std::vector<Without> without() { return {{"liveness", "nobody waits for an end"}}; }
};

const Mistake<WithoutWhatIsNotAsked> without_what_is_not_asked;

}  // namespace conclave::mistakes
