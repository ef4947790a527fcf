// What every trace has to stand: the way to a file and back, and the command that it tells.
#pragma once

#include "trace/trace.hpp"

namespace conclave {

// Written and read it is the same, is shown the same, and is confirmed.
void check_trace(const Trace&);

// From outside: `again` finds the same execution, and `show` and `replay` print what `check` printed.
void check_again(const Trace&);

}  // namespace conclave
