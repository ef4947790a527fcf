// What a check found, or one execution, as a page: a single HTML file with pictures and script inside, which
// needs no network. Without its script it is a report that can be read.
#pragma once

#include <string>
#include <vector>

#include "report/page_trace.hpp"
#include "report/run.hpp"
#include "trace/trace.hpp"

namespace conclave {

// One model of a check, with the executions to show.
struct PagePart {
  const Run& run;
  std::vector<ShownTrace> traces;
};

std::string page_of(const std::vector<PagePart>&);
std::string page_of(const ShownTrace&);

}  // namespace conclave
