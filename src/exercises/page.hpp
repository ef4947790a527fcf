// Answers to exercises as a page for a browser: sentences, tables, the plots of `measure` and executions as
// diagrams. It is a single HTML file, as that of a check (report/page.hpp).
#pragma once

#include <string>
#include <vector>

#include "exercises/answer.hpp"
#include "exercises/marking.hpp"

namespace conclave::exercises {

std::string page_of(const std::vector<Answer>&);
std::string page_of(const Marked&);

}  // namespace conclave::exercises
