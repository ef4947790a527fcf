// The line that shows how far a long run is.
#pragma once

#include <string>

#include "engine/storage/limits.hpp"
#include "report/terminal.hpp"

namespace conclave {

struct Progress {
  int processes = 0;            // what is explored now
  std::uint64_t instances = 0;  // explored to the end
  std::uint64_t states = 0;
  double states_per_second = 0;  // lately
  std::size_t memory = 0;        // resident bytes
  std::size_t memory_limit = 0;
  double seconds = 0;
};

std::string describe(const Progress&, const Terminal&);

}  // namespace conclave
