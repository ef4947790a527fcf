// $ conclave check meeting -n 2
// 2: the model went wrong: ... called again with the same arguments, it does something else. It must depend
// on nothing but its arguments: no static or global variable, no uninitialized one, no address in memory
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct RememberWithAStatic : Meeting<RememberWithAStatic> {
  struct History {
    int calls = 0;
  };
  static void remember(History& h, const State&, const State&) {
    static int calls = 0;
    h.calls = ++calls;
  }
};

const Mistake<RememberWithAStatic> remember_with_a_static;

}  // namespace conclave::mistakes
