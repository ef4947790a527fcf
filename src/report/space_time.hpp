// The space-time diagram of an execution as SVG: a lane for each process, time downwards, and an arrow for
// each message from the event that sent it to the one that received it.
#pragma once

#include <string>

#include "report/space_time_layout.hpp"
#include "trace/trace.hpp"

namespace conclave {

enum class SvgUse { document, part_of_page };

// A document brings its own style, in colours for paper. A page styles its parts, and its script finds events
// and messages by their attributes: data-s is a step, data-p a place; data-f and data-t are the points at the
// ends of a message, each numbered (2 step + half) n + place, so that a cause has a smaller number than its
// effect; data-k is the kind of a message.
std::string space_time_svg(const Trace&, SvgUse, TimeAxis = TimeAxis::schedule);

// What the longest chain of messages is, in a sentence.
std::string longest_chain_of(const Trace&);

}  // namespace conclave
