// A saved trace, run again on the model. `replay` does this for files that may be of another program, or
// changed by hand, so nothing in them is taken for granted.
#pragma once

#include <vector>

#include "program/limits.hpp"
#include "trace/trace.hpp"

namespace conclave {

struct Replay {
  Trace trace;             // as the model runs it now
  bool confirmed = false;  // the execution shows what the trace says: that the property fails, or the cost
};

// The scenario that a trace is of. Throws TraceError if its model runs in no such one.
Scenario scenario_of(const Trace&);
// The only instance of that scenario.
Instance instance_of(const Trace&);
// The steps of the trace, as the machine has them. Throws as replay() does.
std::vector<Step> steps_of(const Trace&, Limits&);

// Throws TraceError where the trace is of no scenario that its model runs in, or where the model does not
// follow; then it names the first step or state that differs, and what was enabled there. Throws
// LimitReached.
Replay replay(const Trace&, Limits&);

// Asks the model what the local states of a trace say of their processes. Where the model does not follow, or
// a limit is reached, the trace stays as it is.
void find_standings(Trace&, Limits&);

}  // namespace conclave
