// Families of graphs: all of a kind.
#pragma once

#include <vector>

#include "scenario/topology.hpp"

namespace conclave {

// As far as it takes a few seconds and fits well into memory; beyond, the families throw a TopologyError.
inline constexpr int most_tree_nodes = 14;
inline constexpr int most_connected_nodes = 8;
inline constexpr int most_strongly_connected_nodes = 5;
inline constexpr int most_labelled_nodes = 4;  // of strongly connected digraphs, each labelling by itself

// Those with the fewest edges come first; among them the order is that of the canonical forms. Rooted: place
// 0 is the root, and only isomorphisms that keep it count; so each graph comes once for each kind of place in
// it. Trees and connected graphs: one of each class of isomorphic ones.
std::vector<Topology> trees(int n, bool rooted);
std::vector<Topology> connected_graphs(int n, bool rooted);
// Strongly connected digraphs: all labelled ones. Unless each is wanted by itself, one of each class of
// isomorphic ones, with how many labellings it has.
std::vector<Topology> strongly_connected_digraphs(int n, bool rooted, bool each_labelling);

}  // namespace conclave
