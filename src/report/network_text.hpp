// Topologies for people: which links there are, in words and as pictures for Graphviz.
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.hpp"
#include "scenario/topology.hpp"
#include "trace/trace.hpp"

namespace conclave {

// As in "0–1, 1–2, 2→0": a link both ways, and one that has no way back.
std::string links_of(const Topology&);
// Those of the channels whose ends are known.
std::string links_of(const Trace&);

// What the network is called, and of a graph that is written out, which nobody reads in graph6, its links.
std::string topology_words(const Scenario&);
// As in "ring of 3" or "connected graph of 3".
std::string topology_words(const Trace&);

// All of them in one picture, each in a frame that lists its links.
std::string networks_dot(const std::string& name, const std::vector<const Topology*>&);

}  // namespace conclave
