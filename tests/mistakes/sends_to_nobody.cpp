// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 2 sends to identifier 0, which is no neighbour's
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct SendsToNobody : Meeting<SendsToNobody> {
  static constexpr Addressing addressing = Addressing::by_identifier;
  static void greet(auto& p) { p.send_to(Id(), {p.id}); }
};

const Mistake<SendsToNobody> sends_to_nobody;

}  // namespace conclave::mistakes
