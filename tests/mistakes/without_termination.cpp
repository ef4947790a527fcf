// $ conclave check meeting -n 2
// 0: HOLDS unique-leader, max-id, irrevocable, election, can-elect ... termination is not asked, because who
// loses may wait for ever, ... can-terminate is not asked, because who loses may wait for ever,
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

// That nobody else decides is the author's mistake; the verdict says what it does not speak of.
struct WithoutTermination : Meeting<WithoutTermination> {
  static bool decided(const State& s) { return s.leader; }
  static std::vector<Without> without() {
    return {{"termination", "who loses may wait for ever"}, {"can-terminate", "who loses may wait for ever"}};
  }
};

const Mistake<WithoutTermination> without_termination;

}  // namespace conclave::mistakes
