// $ conclave check meeting -n 2
// 1: ✗ VIOLATED max-id
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct SmallestLeads : Meeting<SmallestLeads> {
  static bool loses(auto& p, Id other, Port) { return other < p.id; }
};

const Mistake<SmallestLeads> smallest_leads;

}  // namespace conclave::mistakes
