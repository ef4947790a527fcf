// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 1 in state
// {"awake":false,"heard":0,"beaten":false,"leader":false,"kept":null}, receive {"id":2}: chooses among
// nothing: choose(0)
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ChoosesAmongNothing : Meeting<ChoosesAmongNothing> {
  static bool loses(auto& p, Id, Port) { return p.choose(0) == 0; }
};

const Mistake<ChoosesAmongNothing> chooses_among_nothing;

}  // namespace conclave::mistakes
