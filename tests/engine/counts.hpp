// What two explorations of one instance count.
#pragma once

#include <sstream>
#include <string>

#include "engine/run/result.hpp"

namespace conclave::testing {

// Line by line what differs; empty: nothing.
inline std::string difference_in_counts(const InstanceResult& is, const InstanceResult& should) {
  std::ostringstream out;
  const auto compare = [&](const char* what, std::uint64_t a, std::uint64_t b) {
    if (a != b) out << what << ": " << a << ", not " << b << "\n";
  };
  if (is.stopped != should.stopped) out << "stopped\n";
  compare("states", is.states, should.states);
  compare("transitions", is.transitions, should.transitions);
  compare("quiescent", is.quiescent, should.quiescent);
  if (is.costs != should.costs) out << "costs\n";
  return out.str();
}

}  // namespace conclave::testing
