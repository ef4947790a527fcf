// Systems of linear equations, solved exactly by eliminating one variable after the other. Few variables are
// met by most equations of an election (those at which a phase begins), so that variables with few neighbours
// go first and leave little behind (H. M. Markowitz 1957).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/chance/exact.hpp"
#include "program/limits.hpp"

namespace conclave {

// Of the equations x_i = constant_i + the sum of factor_ij times x_j. There are several systems with the same
// factors, one for each constant.
struct Equation {
  std::vector<std::pair<std::uint32_t, Exact>>
      factors;  // by variable; each variable once, in ascending order
  std::vector<Exact> constants;
};

// The values of the variables, each as many as there are constants. There is one solution, because the
// factors are the probabilities of a walk that ends with probability 1.
std::vector<std::vector<Exact>> solve(std::vector<Equation>, const Limits&);

}  // namespace conclave
