// The properties of a model as what is to be proved.
#pragma once

#include <vector>

#include "proof/theory.hpp"

namespace conclave::proof {

// All safety properties that the model states, in its order. Those of which no proof can speak say why.
std::vector<Goal> goals_of(const HandlerTable&, const Theory&);

}  // namespace conclave::proof
