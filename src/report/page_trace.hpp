// The part of a page that shows one execution: what it is evidence of, its space-time diagram, the network at
// a step, and its steps as a table.
#pragma once

#include <cstddef>
#include <string>

#include "program/json.hpp"
#include "trace/trace.hpp"

namespace conclave {

// What a process is in a configuration, as the names of classes: "asleep", "leader", "crashed".
Json marks_of(const TraceState&, std::size_t place);
// Addresses name its steps: #step-5 in the first section of a page, #trace-2-step-5 in the second.
std::string section_of(const Trace&, std::size_t number);

}  // namespace conclave
