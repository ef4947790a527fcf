// A saved trace, followed on another model than its own: under the same schedule, with the same faults, where
// does the other one do something else?
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "program/limits.hpp"
#include "program/model.hpp"
#include "trace/trace.hpp"

namespace conclave {

struct OnAnother {
  enum class Otherwise {
    begins,     // a variable that both models have begins with another value
    cannot,     // the other model has no such step
    sends,      // in this step it sends something else, or it reads something else in a round
    fails,      // an assertion fails or an exception is thrown in the one model only
    variables,  // after this step a variable that both have has another value
  };
  // What the other model does, up to the step in which it does something else, or to the end. Of `cannot`
  // that step is missing.
  Trace trace;
  std::optional<Otherwise> otherwise;
  std::size_t step = 0;  // in which it does; 0 is the beginning
  // Of `begins` and `variables`: where, and the value in the trace and in the other model.
  int place = -1;
  std::string variable;
  TraceValue there;
  TraceValue here;
};

// Steps are recognised by their kind, process, channel and choices and, if several of a channel may come
// next, by the message. Throws TraceError where the trace is of no scenario in which the other model runs,
// and LimitReached.
OnAnother follow_on(const Model& other, const Trace&, Limits&);

}  // namespace conclave
