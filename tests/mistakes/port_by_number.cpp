// $ conclave check meeting -n 3
// 1: ✗ VIOLATED unique-leader, max-id ... not by symmetry, because receive chooses ports by their numbers,
// ports numbered in ascending order of the places that they lead to
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PortByNumber : Meeting<PortByNumber> {
  static bool loses(auto& p, Id other, Port from) { return other > p.id && from != Port{0}; }
};

const Mistake<PortByNumber> port_by_number;

}  // namespace conclave::mistakes
