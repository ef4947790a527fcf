// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 2 in state
// {"awake":false,"heard":0,"beaten":false,"leader":false,"kept":null}, start: sends on port -1, but has 1
// outgoing
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct NoPortAtAll : Meeting<NoPortAtAll> {
  static void greet(auto& p) { p.send(Port(), {p.id}); }
};

const Mistake<NoPortAtAll> no_port_at_all;

}  // namespace conclave::mistakes
