// $ conclave check meeting -n 2
// 1: ✗ VIOLATED no-exception, termination, can-terminate
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct Raises : Meeting<Raises> {
  static constexpr bool throws = true;
  static bool loses(auto& p, Id other, Port) {
    if (p.id < other) p.raise("NullPointerException");
    return false;
  }
};

const Mistake<Raises> raises;

}  // namespace conclave::mistakes
