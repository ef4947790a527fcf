// $ conclave check meeting -n 3
// 2: the model went wrong: receive {"id":...: called again with the same arguments, it does something else.
// It must depend on nothing but its arguments: no static or global variable, no uninitialized one, no address
// in memory
#include <algorithm>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct LargestSeenByAll : Meeting<LargestSeenByAll> {
  static bool loses(auto& p, Id other, Port) {
    static int most = 0;
    most = std::max(most, p.state.heard);
    return other > p.id && most < 2;
  }
};

const Mistake<LargestSeenByAll> largest_seen_by_all;

}  // namespace conclave::mistakes
