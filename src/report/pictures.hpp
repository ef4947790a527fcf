// An execution in the languages of documents and of other tools. All of them are made of the same rows and
// arrows as the text and the page.
#pragma once

#include <string>

#include "trace/trace.hpp"

namespace conclave {

// A sequence diagram for Mermaid. A message is an arrow in the step in which it arrives or is lost, and what
// is still on its way at the end comes last.
std::string mermaid_of(const Trace&);

// A document for pdflatex, with TikZ: the space-time diagram on a page of its size.
std::string tikz_of(const Trace&);

// A log for ShiViz. Its first line is the regular expression that reads it, its second line the one between
// executions, which is empty because there is one.
std::string shiviz_of(const Trace&);

}  // namespace conclave
