// The network of an execution as SVG: its processes on a circle, clockwise from place 0 at the top, and its
// channels. The script of a page adds what holds at one step.
#pragma once

#include <string>

#include "trace/trace.hpp"

namespace conclave {

// Each process is a group with the attribute data-p, its place, and each channel one with data-c, its number.
// A channel that is shared, or that leads to an identifier which several processes have, is not drawn.
std::string network_svg(const Trace&);

}  // namespace conclave
