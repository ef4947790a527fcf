// $ conclave check meeting -n 3
// 1: ✗ VIOLATED termination, can-terminate, election ... not by symmetry, because start chooses ports by
// their numbers, ports numbered in ascending order of the places that they lead to
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct NextOnACompleteNetwork : Meeting<NextOnACompleteNetwork> {
  static void greet(auto& p) {
    if (p.ports() > 0) p.send(next, {p.id});
  }
};

const Mistake<NextOnACompleteNetwork> next_on_a_complete_network;

}  // namespace conclave::mistakes
