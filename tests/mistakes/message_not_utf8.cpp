// $ conclave check meeting -n 2 --json -
// 2: the model went wrong: ... receive {"id":1}: gr...e falsch in two lines
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct MessageNotUtf8 : Meeting<MessageNotUtf8> {
  static bool loses(auto& p, Id other, Port) {
    if (p.state.heard > 0 && other < p.id)
      throw std::runtime_error(
          "gr\xf6\xdf"
          "e falsch\nin two lines");
    return other > p.id;
  }
};

const Mistake<MessageNotUtf8> message_not_utf8;

}  // namespace conclave::mistakes
