// Under an execution, a strip for each of what the properties speak of: who leads, who has decided, and where
// the property fails. Each part of it covers the steps during which nothing of it changes.
#pragma once

#include <string>

#include "trace/trace.hpp"

namespace conclave {

// `address` is of step 0, without its number.
std::string strips_of(const Trace&, const std::string& address);

}  // namespace conclave
