// What check() says with each combination of reductions, against what it says without any.
#pragma once

#include <string>
#include <vector>

#include "engine/run/check.hpp"

namespace conclave::testing {

// Each but none; and of these each alone, and all together.
std::vector<Reduction> every_reduction();
std::vector<Reduction> main_reductions();
std::string describe(const Reduction&);

// All that must not depend on a reduction; line by line what does. Empty: nothing.
std::string difference(const Scenario&, const CheckResult& reduced, const CheckResult& none);

struct ReductionCaps {
  std::size_t memory = std::size_t{8}
                       << 20;  // without reductions; where it is not enough nothing is compared
  std::size_t replayed = 800;  // the naive checker follows counterexamples in instances up to this size
};
struct AgainstNone {
  bool compared = false;
  std::string difference;     // in words; empty if nothing
  bool order = false;         // were orders explored by classes?
  bool independence = false;  // was it made use of?
  bool refused = false;       // did the model not allow a reduction by symmetry?
  int replayed = 0;           // counterexamples
};
AgainstNone against_none(Scenario, const ReductionCaps&,
                         const std::vector<Reduction>& compared = every_reduction());

// Without limits.
CheckResult check_all(const Scenario&, const Reduction&, const Provisos& = {});

}  // namespace conclave::testing
