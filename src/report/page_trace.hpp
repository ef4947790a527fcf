// The part of a page that shows one execution: what it is evidence of, its space-time diagram, the network at
// a step, and its steps as a table.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "program/json.hpp"
#include "trace/going_well.hpp"
#include "trace/trace.hpp"

namespace conclave {

// What a process is in a configuration, as the names of classes: "asleep", "leader", "crashed".
Json marks_of(const TraceState&, std::size_t place);
// Addresses name its steps: #step-5 in the first section of a page, #trace-2-step-5 in the second.
std::string section_of(const Trace&, std::size_t number);

// An execution, and beside it the nearest one that goes well, if it was looked for.
struct ShownTrace {
  Trace trace;
  std::optional<GoingWell> going_well = {};
};
// One section or two. The number is that of the last section before, and then of the last of these.
std::string sections_of(const ShownTrace&, std::size_t& number);

}  // namespace conclave
