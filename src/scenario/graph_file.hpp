// Topologies from a file.
#pragma once

#include <string>
#include <vector>

#include "scenario/topology.hpp"

namespace conclave {

// The graphs of a file, in its order; each has to be connected. Either graph6 or digraph6, one a line
// (headers such as >>graph6<< may stand in front), or one graph as a list of edges, one a line: `0 1` or
// `0-1` both ways, `0->1` one way. Blank lines and what follows `#` do not count. Throws a TopologyError that
// says where and what is wrong.
std::vector<Topology> read_graphs(const std::string& path);

}  // namespace conclave
