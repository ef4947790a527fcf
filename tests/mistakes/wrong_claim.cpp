// $ conclave measure meeting -n 3
// 1: ✗ max = n is violated at n=3: it is 6, and the formula gives 3
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct WrongClaim : Meeting<WrongClaim> {
  static Claims claims() {
    return {{"messages", "all", Statistic::max, Relation::equal, claimed::n, "none"}};
  }
};

const Mistake<WrongClaim> wrong_claim;

}  // namespace conclave::mistakes
