// The command line that shows an execution again. Every trace that is shown or written ends with it.
#pragma once

#include <string>
#include <string_view>

#include "trace/trace.hpp"

namespace conclave {

std::string again(const Trace&);

// The options that say where a subject differs from what the model runs on by itself: topology, faults,
// parameters and fairness. Each begins with a space.
std::string unusual_options(const TraceSubject&);
std::string witness_option(std::string_view cost, Extreme, std::string_view until = "");

}  // namespace conclave
