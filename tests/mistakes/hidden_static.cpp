// $ conclave check meeting -n 3
// 2: the model went wrong: receive ... called again with the same arguments, it does something else. It must
// depend on nothing but its arguments: no static or global variable, no uninitialized one, no address in
// memory
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct HiddenStatic : Meeting<HiddenStatic> {
  static bool loses(auto& p, Id other, Port) {
    static int calls = 0;
    return other > p.id && ++calls % 2 == 0;
  }
};

const Mistake<HiddenStatic> hidden_static;

}  // namespace conclave::mistakes
