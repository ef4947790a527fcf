// The engine's word against the naive checker's.
#pragma once

#include <string>

#include "engine/run/explorer.hpp"

namespace conclave::naive {

struct Caps {
  std::size_t configurations = 800;
  std::size_t timed = 2000;  // with clocks; beyond, a time is not compared
  // Witnesses of every cost, and every property asked for alone; otherwise of time and one other, and the
  // model's own properties and one other.
  bool thorough = true;
};

// Explores one instance with both checkers and both of the engine's passes, and asks the engine for witnesses
// of extremes. `explored` is false, and nothing is compared, if there are more configurations than the cap.
struct Comparison {
  bool explored = false;
  bool timed = false;      // both extremes of time were compared
  bool divided = false;    // it was also explored in parts
  std::string difference;  // in words, or what is wrong with an execution given as evidence; empty if nothing
};
Comparison compare(const Scenario&, const Instance&, const Caps&);

}  // namespace conclave::naive
