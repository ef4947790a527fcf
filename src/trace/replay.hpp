// A saved trace, run again on the model.
#pragma once

#include "trace/trace.hpp"

namespace conclave {

struct Replay {
  Trace trace;             // as the model runs it now
  bool confirmed = false;  // the execution shows what the trace says: that the property fails, or the cost
};

// Throws TraceError where the model does not follow: the first step or state that differs, and what was
// enabled.
Replay replay(const Trace&);

}  // namespace conclave
