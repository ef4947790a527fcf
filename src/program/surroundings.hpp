// What surrounds one process in one instance, as far as the model may know it. The machine makes them.
// Processes with equal surroundings behave alike, so that everything found out about one serves the other.
#pragma once

#include <vector>

#include "author/process.hpp"

namespace conclave {

// A field that the model may not know (Knowledge) keeps its default.
struct Surroundings {
  Id id;
  Place place{-1};
  std::vector<Id> neighbours;    // by outgoing port
  std::vector<Place> addresses;  // by outgoing port
  std::vector<bool> down;        // by outgoing port; empty if nobody is, or if the model is not told
  Id largest;
  int ports = 0;     // outgoing ports
  int in_ports = 0;  // in lock step: one more than the largest incoming port; there may be gaps
  int processes = 0;
  int diameter = 0;
  bool root = false;
  int parent = -1;     // on a tree: the port towards the root; -1 at the root
  Encoded parameters;  // the model's

  friend bool operator<(const Surroundings&, const Surroundings&);
};

}  // namespace conclave
