// A saved trace, run again on the model. `replay` does this for files that may be of another program, or
// changed by hand, so nothing in them is taken for granted.
#pragma once

#include "scenario/scenario.hpp"
#include "trace/trace.hpp"

namespace conclave {

struct Replay {
  Trace trace;             // as the model runs it now
  bool confirmed = false;  // the execution shows what the trace says: that the property fails, or the cost
};

// The scenario of a trace. Throws TraceError where there is none such. Whether the model runs in it is for
// the caller to find out (objection_to), because an objection speaks of options of the command line.
Scenario scenario_of(const Trace&);

// Throws TraceError where the model does not follow, and names the first step or state that differs and what
// was enabled there.
Replay replay(const Trace&, const Scenario&);

}  // namespace conclave
