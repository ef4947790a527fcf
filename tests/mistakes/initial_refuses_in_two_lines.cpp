// $ conclave check meeting -n 2
// 2: first second
#include <stdexcept>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct InitialRefusesInTwoLines : Meeting<InitialRefusesInTwoLines> {
  static State initial(Id) { throw std::invalid_argument("first\nsecond"); }
};

const Mistake<InitialRefusesInTwoLines> initial_refuses_in_two_lines;

}  // namespace conclave::mistakes
