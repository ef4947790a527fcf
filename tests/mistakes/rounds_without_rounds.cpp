// $ conclave check meeting -n 2
// 2: the model went wrong: property own: only a property of form after_rounds may ask for rounds
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct RoundsWithoutRounds : Meeting<RoundsWithoutRounds> {
  static auto properties() {
    return Properties<RoundsWithoutRounds>{
        {Form::invariant, "own", "it holds",
         [](const Global<RoundsWithoutRounds>& g) { return g.rounds() < 9; }}};
  }
};

const Mistake<RoundsWithoutRounds> rounds_without_rounds;

}  // namespace conclave::mistakes
