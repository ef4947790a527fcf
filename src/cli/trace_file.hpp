// A saved trace, read.
#pragma once

#include <string>

#include "trace/trace.hpp"

namespace conclave {

// Throws UsageError, TraceError.
Trace read_trace(const std::string& path);

}  // namespace conclave
