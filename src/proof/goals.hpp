// The properties of a model as what is to be proved.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "proof/theory.hpp"

namespace conclave::proof {

struct Goals {
  std::vector<Goal> all;
  std::vector<Clause> errors;      // No process is in a state of which nothing can be asked.
  std::set<std::size_t> presence;  // the variables of which it matters whether they hold nobody
};

// All safety properties that the model states, in its order, each with what Goals::errors asks. Those of
// which no proof can speak say why. A guard that asks for a variable in `presence` is left out where the
// theory has no relation that says so.
Goals goals_of(const HandlerTable&, const Theory&);

}  // namespace conclave::proof
