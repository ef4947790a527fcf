// $ conclave check meeting -n 2 --crash 1 --recover 1
// 2: the model went wrong: recovered of the process with identifier ... cannot come back
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct RecoveredThrows : Meeting<RecoveredThrows> {
  static State recovered(const State&) { throw std::runtime_error("cannot come back"); }
};

const Mistake<RecoveredThrows> recovered_throws;

}  // namespace conclave::mistakes
