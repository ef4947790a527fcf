// $ conclave check meeting -n 2
// 2: the model went wrong: initial of the process with identifier 2: no state
#include <stdexcept>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct InitialThrows : Meeting<InitialThrows> {
  static State initial(Id) { throw std::logic_error("no state"); }
};

const Mistake<InitialThrows> initial_throws;

}  // namespace conclave::mistakes
