// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 1 in state
// {"awake":false,"heard":0,"beaten":false,"leader":false,"kept":null}, receive {"id":2}: it throws something
// that is no std::exception
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct HandlerThrowsANumber : Meeting<HandlerThrowsANumber> {
  static bool loses(auto&, Id, Port) { throw 42; }
};

const Mistake<HandlerThrowsANumber> handler_throws_a_number;

}  // namespace conclave::mistakes
