// Runs of `check` that are to say the same: plain ones, ones with journals, and merged ones.
#pragma once

#include <cstddef>
#include <string>

#include "cli/program.hpp"

namespace conclave::outside {

// How a run ended, and its JSON without what differs from run to run.
struct Outcome {
  int status = -1;
  Json json;

  bool operator==(const Outcome&) const = default;
};

// Of `conclave COMMAND`, in that folder. It says nothing on standard error.
Outcome outcome(const std::string& command, const Folder&);

// The lines of a file, each with its end; and the text of the first ones.
Words lines_of(const std::string& path);
std::string first_lines(const Words& lines, std::size_t count);

// The shards' journals PREFIX1 to PREFIXN, which are written by `conclave COMMAND`.
Words shards(const std::string& command, std::size_t count, const std::string& prefix, const Folder&);

// Model files: one takes identifiers for numbers, so that it has no order classes; the other chooses ports by
// their numbers, so that it has no symmetry.
extern const std::string parity_model;
extern const std::string first_port_model;

}  // namespace conclave::outside
