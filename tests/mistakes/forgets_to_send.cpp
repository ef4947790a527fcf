// $ conclave check meeting -n 2
// 1: ✗ VIOLATED termination, can-terminate, election, can-elect ... ! WARNING no message was ever sent: what
// holds may hold only because of that
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ForgetsToSend : Meeting<ForgetsToSend> {
  static void greet(auto&) {}
};

const Mistake<ForgetsToSend> forgets_to_send;

}  // namespace conclave::mistakes
