// A trace as a table of short texts: a row for each state, with what happened and, for each process, what it
// did and how its variables changed. The text of a trace lays these rows out.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/terminal.hpp"
#include "trace/trace.hpp"

namespace conclave {

struct TraceRow {
  using Lines = std::vector<std::string>;
  std::string step;          // its number
  Lines events;              // what happened
  std::vector<Lines> cells;  // what happened at each process of `lanes`, and then what the channels contain
};

// In brief, a variable's old value is left out, which an earlier row tells, and so is the word `sends`. The
// events are full and without the marks of who is down or has halted, because nothing happens there.
enum class CellStyle { full, brief, events };

// A lane is a process, by place, that has a column; the channels have the last one, if the terminal wants
// them. The texts are as the terminal can show them, because in ASCII some marks are wider and what follows
// them must still be aligned.
std::vector<TraceRow> rows_of(const Trace&, const std::vector<std::size_t>& lanes, CellStyle,
                              const Terminal&);

// The events of every process, for a file, which has UTF-8 and no width.
std::vector<TraceRow> events_of(const Trace&);

// How a process is called beside what it does: "0 · id 3", and "0" where the model is anonymous.
std::string lane_label(const TraceSubject&, std::size_t place);

// A message between angle brackets. Shows only what it carries: absent fields are left out, and a flag shows
// as its name.
std::string message_text(const TraceValue& message);

// "chooses 1, 0", "tosses 1", "draws 2": choices that are taken in the same way one after the other are told
// together.
std::vector<std::string> choice_words(const std::vector<unsigned>& choices, const std::vector<Taken>& taken);

}  // namespace conclave
