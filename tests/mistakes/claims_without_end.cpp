// $ conclave measure meeting -n 2
// 2: model `meeting` in tests/mistakes/claims_without_end.cpp: `claims`: it has computed for 2 seconds: does
// it loop without end?
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ClaimsWithoutEnd : Meeting<ClaimsWithoutEnd> {
  static std::vector<Claim> claims() {
    volatile int half = 7;
    while (half != 3) half = (half + 4) / 2;  // 4 stays 4
    return {{"messages", "all", Statistic::max, Relation::equal, int{half}, "none"}};
  }
};

const Mistake<ClaimsWithoutEnd> claims_without_end;

}  // namespace conclave::mistakes
