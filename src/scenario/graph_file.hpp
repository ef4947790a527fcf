// Topologies from a file that the user wrote or that nauty's tools made. choose_topology.hpp reads it.
#pragma once

#include <string>
#include <vector>

#include "scenario/topology.hpp"

namespace conclave {

// The graphs of a file, in its order; each has to be connected. A file has either graphs in graph6 or
// digraph6, one a line, perhaps after a header such as >>graph6<<; or the edges of a single graph, one a
// line, where `0 1` and `0-1` go both ways and `0->1` goes one way. Blank lines do not count, nor does what
// follows `#`. Throws a TopologyError that says where and what is wrong.
std::vector<Topology> read_graphs(const std::string& path);

}  // namespace conclave
