// $ conclave check meeting -n 2
// 2: the model went wrong: property own: no place 5
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct NoSuchPlace : Meeting<NoSuchPlace> {
  static auto properties() {
    return Properties<NoSuchPlace>{{Form::invariant, "own", "it holds",
                                    [](const Global<NoSuchPlace>& g) { return !g.state(5).leader; }}};
  }
};

const Mistake<NoSuchPlace> no_such_place;

}  // namespace conclave::mistakes
