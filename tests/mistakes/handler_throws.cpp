// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 1 in state
// {"awake":false,"heard":0,"beaten":false,"leader":false,"kept":null}, receive {"id":2}: no such thing
#include <stdexcept>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct HandlerThrows : Meeting<HandlerThrows> {
  static bool loses(auto& p, Id other, Port from) {
    static_cast<void>(from);
    if (p.state.awake) throw std::runtime_error("no such thing");
    return other > p.id;
  }
};

const Mistake<HandlerThrows> handler_throws;

}  // namespace conclave::mistakes
