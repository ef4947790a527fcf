// Which places of a topology look the same: automorphisms and canonical forms of graphs, which nauty finds.
#pragma once

#include <cstddef>
#include <vector>

#include "author/rational.hpp"
#include "scenario/topology.hpp"

namespace conclave {

// A group of permutations of places, given by a chain of its subgroups: the k-th one fixes places 0..k-1. A
// permutation is a list in which entry i says where place i goes.
struct Symmetry {
  std::vector<std::vector<int>> orbits;      // By k: where the k-th subgroup can move place k; ascending.
  Rational size;                             // It exceeds 64 bits for a complete graph of 21 processes.
  std::vector<std::vector<int>> generators;  // The trivial group has none.
};

// The automorphisms of a topology that keep the colour of each place, and that keep ports where these have
// names.
Symmetry symmetry(const Topology&, const std::vector<int>& colours);

// All elements in lexicographic order, so that the identity comes first. The list is empty if there are more
// than `most`.
std::vector<std::vector<int>> elements(const Symmetry&, std::size_t most);

// A graph that stands for all that renumberings of its places make of it, as long as these keep colours: each
// of them has this same canonical form. Places come in ascending order of their colours. Which of the graphs
// it is depends on the version of nauty.
Adjacency canonical_form(const Adjacency&, const std::vector<int>& colours);

}  // namespace conclave
