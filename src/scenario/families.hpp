// Families of graphs: every graph of a kind, with a given number of processes. choose_topology.hpp asks for
// them.
#pragma once

#include <vector>

#include "scenario/topology.hpp"

namespace conclave {

// Up to these numbers of processes a family takes a few seconds and little memory. Above them the functions
// throw a TopologyError.
inline constexpr int most_tree_nodes = 14;
inline constexpr int most_connected_nodes = 8;
inline constexpr int most_strongly_connected_nodes = 5;
inline constexpr int most_labelled_nodes = 4;  // of strongly connected digraphs, each labelling by itself

// Graphs with fewer edges come first; among those with equally many, the order is that of their canonical
// forms. `rooted` says that place 0 is a root, so that only isomorphisms that keep it count: a graph then
// comes once for each kind of place that it has.

// One tree, or one connected graph, of each class of isomorphic ones.
std::vector<Topology> trees(int n, bool rooted);
std::vector<Topology> connected_graphs(int n, bool rooted);
// Strongly connected digraphs: every labelled one by itself, or one of each class of isomorphic ones, which
// says how many labelled ones it stands for.
std::vector<Topology> strongly_connected_digraphs(int n, bool rooted, bool each_labelling);

// Every labelled graph for which a topology stands, each for itself alone.
std::vector<Topology> every_labelling(const Topology&, bool rooted);

}  // namespace conclave
