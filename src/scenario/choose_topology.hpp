// Which topologies --topology means: by name, in a file, or written out; and whether a model runs on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/model.hpp"
#include "scenario/topology.hpp"

namespace conclave {

// "ring", "complete", "line", "star": one topology for each number of processes.
bool is_topology_of_its_own(const std::string& name);
// "tree", "connected": every one up to isomorphism; "strongly-connected": every labelled one.
bool is_family(const std::string& name);
// All of these.
const std::vector<std::string>& topology_names();

struct TopologyChoice {
  std::string name;                            // as the user gave it
  std::optional<std::vector<Topology>> given;  // by a file, or by `graph6:...`; nothing: by its name
};

// A name, a file (graph_file.hpp), or `graph6:` and a graph in graph6 or digraph6. Throws TopologyError.
TopologyChoice read_topology(const std::string& text);

// All of them with so many processes, as the model has its ports. Throws TopologyError: there is none, or the
// model is not made for it. each_labelling: a family of labelled graphs has each of them by itself.
std::vector<Topology> choose_topology(const Model&, const TopologyChoice&, int processes,
                                      bool each_labelling = false);

}  // namespace conclave
