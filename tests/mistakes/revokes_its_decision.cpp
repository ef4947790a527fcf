// $ conclave check meeting -n 2
// 1: ✗ VIOLATED irrevocable, termination, can-terminate
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct RevokesItsDecision : Meeting<RevokesItsDecision> {
  static bool decided(const State& s) { return s.heard == 0 || s.leader; }
  static bool is_leader(const State& s) { return s.leader; }
};

const Mistake<RevokesItsDecision> revokes_its_decision;

}  // namespace conclave::mistakes
