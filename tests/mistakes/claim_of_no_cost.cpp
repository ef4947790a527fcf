// $ conclave measure meeting -n 2
// 2: model `meeting` in tests/mistakes/claim_of_no_cost.cpp: a claim speaks of `mesages`, which is no kind of
// message, and not messages, deliveries or time
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ClaimOfNoCost : Meeting<ClaimOfNoCost> {
  static Claims claims() { return {{"mesages", "all", Statistic::max, Relation::equal, claimed::n, "none"}}; }
};

const Mistake<ClaimOfNoCost> claim_of_no_cost;

}  // namespace conclave::mistakes
