// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 1 in state
// {"awake":false,"heard":0,"beaten":false,"leader":false,"kept":null}, receive {"id":2}:
// vector<bool>::_M_range_check: __n (which is 6) >= this->size() (which is 2)
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct IndexOutOfRange : Meeting<IndexOutOfRange> {
  static bool loses(auto& p, Id, Port) { return std::vector<bool>(2).at(5 + p.state.heard); }
};

const Mistake<IndexOutOfRange> index_out_of_range;

}  // namespace conclave::mistakes
