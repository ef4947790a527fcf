// $ conclave measure meeting -n 2
// 2: model `meeting` in tests/mistakes/formula_without_end.cpp: a formula of a claim has more than 1,000
// operations
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FormulaWithoutEnd : Meeting<FormulaWithoutEnd> {
  static std::vector<Claim> claims() {
    Formula doubled = claimed::n;
    for (int k = 0; k < 60; ++k) doubled = doubled + doubled;
    return {{"messages", "all", Statistic::max, Relation::equal, doubled, "none"}};
  }
};

const Mistake<FormulaWithoutEnd> formula_without_end;

}  // namespace conclave::mistakes
