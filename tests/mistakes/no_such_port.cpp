// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 2 in state
// {"awake":false,"heard":0,"beaten":false,"leader":false,"kept":null}, start: sends on port 7, but has 1
// outgoing
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct NoSuchPort : Meeting<NoSuchPort> {
  static void greet(auto& p) { p.send(Port(7), {p.id}); }
};

const Mistake<NoSuchPort> no_such_port;

}  // namespace conclave::mistakes
