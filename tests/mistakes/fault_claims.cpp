// $ conclave measure meeting -n 2
// 2: model `meeting` in tests/mistakes/fault_claims.cpp: `claims`: it has computed for 2 seconds: does
// it loop without end?
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultClaims : Meeting<FaultClaims> {
  static std::vector<Claim> claims() {
    volatile int half = 7;
    while (half != 3) half = (half + 4) / 2;  // 4 stays 4
    return {{"messages", "all", Statistic::max, Relation::equal, int{half}, "none"}};
  }
};

const Mistake<FaultClaims> fault_claims;

}  // namespace conclave::mistakes
