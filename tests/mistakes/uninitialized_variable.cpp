// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... called again with the same arguments, it does something else. It must
// depend on nothing but its arguments: no static or global variable, no uninitialized one, no address in
// memory
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct UninitializedVariable : Meeting<UninitializedVariable> {
  static bool loses(auto& p, Id other, Port) {
    int answers[8];
    asm volatile("" : : "r"(answers) : "memory");  // so that the compiler does not know
    return other > p.id && answers[3] == 0;
  }
};

const Mistake<UninitializedVariable> uninitialized_variable;

}  // namespace conclave::mistakes
