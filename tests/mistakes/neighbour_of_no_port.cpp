// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 1 in state
// {"awake":false,"heard":0,"beaten":false,"leader":false,"kept":null}, receive {"id":2}: asks who is at port
// -1, but has 1 outgoing
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct NeighbourOfNoPort : Meeting<NeighbourOfNoPort> {
  static constexpr Knowledge knows = Knowledge::neighbours;
  static bool loses(auto& p, Id other, Port) { return other > p.neighbour(Port()); }
};

const Mistake<NeighbourOfNoPort> neighbour_of_no_port;

}  // namespace conclave::mistakes
