// The options that say what a run may take.
#pragma once

#include <CLI/App.hpp>

#include "cli/options.hpp"

namespace conclave {

void add_limits(CLI::App&, EffortOptions&);
// For commands that explore all executions.
void add_depth(CLI::App&, EffortOptions&);
// For commands whose instances may be larger than memory.
void add_disk(CLI::App&, EffortOptions&);

}  // namespace conclave
