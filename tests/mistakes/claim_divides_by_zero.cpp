// $ conclave measure meeting -n 2
// 0: max = 4/(n−2) ... no value: division by 0
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ClaimDividesByZero : Meeting<ClaimDividesByZero> {
  static std::vector<Claim> claims() {
    return {{"messages", "all", Statistic::max, Relation::equal, 4 / (claimed::n - 2), "none"}};
  }
};

const Mistake<ClaimDividesByZero> claim_divides_by_zero;

}  // namespace conclave::mistakes
