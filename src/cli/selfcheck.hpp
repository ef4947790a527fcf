// Before the first verdict on a model, a self-check: a session asks for what it refuses.
#pragma once

#include <vector>

#include "cli/watch.hpp"
#include "engine/run/check.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// Those reductions of the scenario that a small self-check of its model contradicts. Where there is no
// difference this is kept in the user's cache folder, so that it is tried once for each build of the program.
// It ends with the limits that are watched. An error of the model is left to the run: it may be about an
// instance for which nobody asked.
std::vector<Refusal> refused_by_selfcheck(const Scenario&, const Limits&, Watch&);

}  // namespace conclave
