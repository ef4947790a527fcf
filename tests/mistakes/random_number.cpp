// $ conclave check meeting -n 3
// 2: the model went wrong: receive ... called again with the same arguments, it does something else. It must
// depend on nothing but its arguments: no static or global variable, no uninitialized one, no address in
// memory
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct RandomNumber : Meeting<RandomNumber> {
  static bool loses(auto& p, Id other, Port) { return other > p.id && std::rand() % 2 == 0; }
};

const Mistake<RandomNumber> random_number;

}  // namespace conclave::mistakes
