// $ conclave measure meeting -n 2
// 2: model `meeting` in tests/mistakes/claim_of_nobody.cpp: a claim says that `everyone` initiates, which is
// not any, all or one
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ClaimOfNobody : Meeting<ClaimOfNobody> {
  static Claims claims() {
    return {{"messages", "everyone", Statistic::max, Relation::equal, claimed::n, "none"}};
  }
};

const Mistake<ClaimOfNobody> claim_of_nobody;

}  // namespace conclave::mistakes
