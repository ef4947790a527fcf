// Before the first verdict on a model, a self-check: a session asks for what it refuses.
#pragma once

#include <vector>

#include "engine/run/check.hpp"
#include "program/model.hpp"

namespace conclave {

// The reductions that a small self-check of the model contradicts. Where it finds no difference this is kept
// in the user's cache folder, so that it is tried once for each build of the program. Throws ModelError.
std::vector<Refusal> refused_by_selfcheck(const Model&);

}  // namespace conclave
