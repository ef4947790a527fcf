// Results and traces in words, for people.
#pragma once

#include <string>

#include "report/run.hpp"
#include "report/terminal.hpp"
#include "trace/trace.hpp"

namespace conclave {

// The verdict, what it covers, and the counts.
std::string describe(const Run&, const Terminal&);
// The costs, as a table; empty if there are none.
std::string describe_costs(const Run&, const Terminal&);

// One execution. It has a column for each process that takes a step; where the columns do not fit the width,
// it is a block of lines for each step.
std::string describe(const Trace&, const Terminal&);
// The same in two lines: what is violated, and the command that shows it.
std::string describe_briefly(const Trace&, const Terminal&);
// Its steps only.
std::string describe_steps(const Trace&, const Terminal&);

}  // namespace conclave
