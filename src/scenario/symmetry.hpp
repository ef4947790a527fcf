// Which places look the same: automorphisms and canonical forms of graphs, by nauty.
#pragma once

#include <cstddef>
#include <vector>

#include "author/rational.hpp"
#include "scenario/topology.hpp"

namespace conclave {

// A group of permutations of places: map[i] is where place i goes.
struct Symmetry {
  // orbits[k]: where those that fix places 0..k-1 can move place k, k among them; sorted.
  std::vector<std::vector<int>> orbits;
  Rational size;       // beyond 64 bits for a complete graph of 21
  std::vector<std::vector<int>> generators;  // none of the trivial group
};

// The automorphisms of a topology that keep the colour of each place, and ports where these have names.
Symmetry symmetry(const Topology&, const std::vector<int>& colours);

// All elements in lexicographic order, so the identity comes first; none if there are more than `most`.
std::vector<std::vector<int>> elements(const Symmetry&, std::size_t most);

// The same for all graphs that some renumbering which keeps colours maps onto each other, and one of them:
// the places of the smallest colour come first in it. Which one is nauty's choice; another version may choose
// another.
Adjacency canonical_form(const Adjacency&, const std::vector<int>& colours);

}  // namespace conclave
