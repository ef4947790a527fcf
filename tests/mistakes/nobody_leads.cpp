// $ conclave check meeting -n 2
// 1: ✗ VIOLATED election, can-elect
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct NobodyLeads : Meeting<NobodyLeads> {
  static bool loses(auto&, Id, Port) { return true; }
};

const Mistake<NobodyLeads> nobody_leads;

}  // namespace conclave::mistakes
