// A saved trace, run again on the model.
#pragma once

#include "trace/trace.hpp"

namespace conclave {

struct Replay {
  Trace trace;            // as the model runs it now
  bool violated = false;  // the property fails at its end
};

// Throws TraceError where the model does not follow: the first step or state that differs, and what was
// enabled.
Replay replay(const Trace&);

}  // namespace conclave
