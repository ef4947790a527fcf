// Where somebody stands in a state space that is walked by hand, in words (trace/exploration.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "trace/exploration.hpp"

namespace conclave {

// What the walk is of: "chang-roberts, ring of 2, identifiers 2,1, any set of initiators, fifo network, ...".
std::string scope_text(const Exploration&);

// A line about a configuration, and what it is about.
struct ConfigurationLine {
  std::string text;
  std::optional<std::size_t> place = {};    // of a process
  std::optional<std::size_t> channel = {};  // in lock step, a mailbox
  std::size_t messages = 0;                 // in the channel
};
// What can be seen in a configuration, whichever way led to it: the processes, what the channels hold,
// private copies and the faults that are left.
std::vector<ConfigurationLine> configuration_lines(const Exploration&, const TraceState&);
// A step that may be taken in a configuration: what happens, and what it sends and changes.
std::string step_text(const Exploration&, const TraceState& from, const TraceStep&);

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
