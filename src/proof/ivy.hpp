// A proof as a model of Ivy 1.7 (K. McMillan, O. Padon, 2016 on): the theory, the steps as actions, and the
// invariant.
#pragma once

#include <string>

#include "proof/prove.hpp"

namespace conclave::proof {

std::string ivy_of(const Proof&);

}  // namespace conclave::proof
