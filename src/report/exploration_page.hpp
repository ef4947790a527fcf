// The state space of one instance as a page that one walks through: a single HTML file with the whole state
// graph inside. Its texts are those of the session in a terminal (report/exploration_text.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "trace/exploration.hpp"

namespace conclave {

// The walk begins where the exploration stands, on its branch. Nothing, if the instance has more than `most`
// configurations. Throws LimitReached.
std::optional<std::string> page_of(const Exploration&, Limits&, std::uint64_t most);

}  // namespace conclave
