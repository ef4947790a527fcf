// The text of a trace file as JSON.
#pragma once

#include <string>

#include "program/json.hpp"

namespace conclave {

// Takes time in proportion to the text. Refuses what would do harm later, or what could be read in two ways.
// Throws TraceError.
Json parse_itf(const std::string& text);

}  // namespace conclave
