// Topologies for people: which links there are, in words and as pictures for Graphviz.
#pragma once

#include <string>
#include <vector>

#include "scenario/topology.hpp"

namespace conclave {

// As in "0–1, 1–2, 2→0": a link both ways, and one that has no way back.
std::string links_of(const Topology&);

// All of them in one picture, each in a frame that lists its links.
std::string networks_dot(const std::string& name, const std::vector<const Topology*>&);

}  // namespace conclave
