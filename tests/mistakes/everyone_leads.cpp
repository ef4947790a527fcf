// $ conclave check meeting -n 2
// 1: ✗ VIOLATED unique-leader, max-id
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct EveryoneLeads : Meeting<EveryoneLeads> {
  static bool loses(auto&, Id, Port) { return false; }
};

const Mistake<EveryoneLeads> everyone_leads;

}  // namespace conclave::mistakes
