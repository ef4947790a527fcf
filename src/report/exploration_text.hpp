// Where somebody stands in a state space that is walked by hand, in words (trace/exploration.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "trace/exploration.hpp"

namespace conclave {

// The configuration: each process with its variables, who leads, sleeps or is down, what the channels hold,
// which faults are left, and what is violated here.
std::string configuration_text(Exploration&);
// Every step that may be taken, with its number. Of very many only the first.
std::string choices_text(Exploration&, std::size_t most);
// "process 1 leads", "nobody leads", with what else an end says.
std::string leaders_text(const std::vector<std::size_t>& leaders, bool decided);
// The ends that lie ahead; the cost of each with what was sent before.
std::string endings_text(const Ahead&, std::int64_t messages_before, std::size_t most);
std::string ahead_text(const Ahead&, std::uint64_t most);
// "step 3 of 5, branch 2, 4 messages sent".
std::string position_text(const Exploration&);

}  // namespace conclave
