// The line that shows how far a long run is. The watch of the command line prints it several times a second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "report/terminal.hpp"

namespace conclave {

struct Progress {
  int processes = 0;             // of the instances that are explored now
  std::uint64_t instances = 0;   // that were explored to the end
  std::uint64_t states = 0;      // of all instances
  double states_per_second = 0;  // since the line before
  std::size_t memory = 0;        // resident bytes
  std::size_t memory_limit = 0;  // bytes
  double seconds = 0;
  std::string doing = {};  // what is done instead of a check; empty: it is one
};

std::string describe(const Progress&, const Terminal&);

}  // namespace conclave
