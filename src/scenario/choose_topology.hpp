// The topologies that a user names: by the name of a topology or of a family, by a file, or written out. The
// command and replay ask here for those with a given number of processes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/model.hpp"
#include "scenario/topology.hpp"

namespace conclave {

// "ring", "complete", "line" and "star" name one topology for each number of processes.
bool is_topology_of_its_own(const std::string& name);
// "tree" and "connected" name every such graph up to isomorphism, "strongly-connected" every labelled one.
bool is_family(const std::string& name);
// Is the graph itself told, as in "graph6:Bg"?
bool is_written_out(const std::string& name);
// The names of the first two kinds.
const std::vector<std::string>& topology_names();

// What the user named.
struct TopologyChoice {
  std::string name;                            // as the user gave it
  std::optional<std::vector<Topology>> given;  // from a file or written out; nothing if the name says it all
};

// The text is a name, or a file (graph_file.hpp), or `graph6:` and then a graph in graph6 or digraph6. Throws
// TopologyError.
TopologyChoice read_topology(const std::string& text);

// The chosen topologies with that many processes, with ports as the model needs them. A family of labelled
// graphs has one graph for each class of isomorphic ones, or, with each_labelling, every labelled graph by
// itself. Throws TopologyError if there is none, or if the model is not made for one of them.
std::vector<Topology> choose_topology(const Model&, const TopologyChoice&, int processes,
                                      bool each_labelling = false);

}  // namespace conclave
