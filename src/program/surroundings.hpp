// What surrounds one process in one instance, as far as the model may know it. Processes that are surrounded alike
// behave alike, so everything that is known of one serves the other.
#pragma once

#include <vector>

#include "author/process.hpp"

namespace conclave {

// A field that the model does not know (Knowledge) stays at its default, so equal surroundings mean equal behaviour.
struct Surroundings {
  Id id;
  Place place{-1};
  std::vector<Id> neighbours;    // by outgoing port
  std::vector<Place> addresses;  // by outgoing port
  Id largest;
  int ports = 0;     // outgoing ports
  int in_ports = 0;  // in lock step: incoming ports go from 0 to this, perhaps with gaps
  int processes = 0;
  int diameter = 0;
  bool root = false;
  int parent = -1;     // on a tree, the port towards the root; -1: none
  Encoded parameters;  // the model's

  friend bool operator<(const Surroundings&, const Surroundings&);
};

}  // namespace conclave
