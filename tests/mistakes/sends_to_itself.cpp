// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 2 sends to identifier 2, which is no neighbour's
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct SendsToItself : Meeting<SendsToItself> {
  static constexpr Addressing addressing = Addressing::by_identifier;
  static void greet(auto& p) { p.send_to(p.id, {p.id}); }
};

const Mistake<SendsToItself> sends_to_itself;

}  // namespace conclave::mistakes
