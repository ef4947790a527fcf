// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 1 in state
// {"awake":false,"heard":0,"beaten":false,"leader":false,"kept":null}, receive {"id":2}: bad optional access
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct OptionalWithoutValue : Meeting<OptionalWithoutValue> {
  static bool loses(auto& p, Id, Port) { return p.state.kept.value() == Port(); }
};

const Mistake<OptionalWithoutValue> optional_without_value;

}  // namespace conclave::mistakes
