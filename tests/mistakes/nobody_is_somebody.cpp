// $ conclave check meeting -n 2 --universe 0..1 --keep-going
// 1: ✗ VIOLATED termination, can-terminate
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

// Id() stands for nobody, who greets nobody.
struct NobodyIsSomebody : Meeting<NobodyIsSomebody> {
  static void greet(auto& p) {
    if (p.id != Id()) p.send_all({p.id});
  }
};

const Mistake<NobodyIsSomebody> nobody_is_somebody;

}  // namespace conclave::mistakes
