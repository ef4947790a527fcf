// $ conclave check meeting -n 2
// 1: ✗ VIOLATED termination, can-terminate, election, can-elect ... ! WARNING no message was ever received:
// what holds may hold only because of that
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct AcceptsNothing : Meeting<AcceptsNothing> {
  static bool accepts(const State&, const Message&) { return false; }
};

const Mistake<AcceptsNothing> accepts_nothing;

}  // namespace conclave::mistakes
