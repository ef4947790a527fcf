#include "scenario/topology.hpp"

namespace conclave {

Topology make_ring(int n) {
  Topology ring{.name = "ring", .graph = Graph(static_cast<std::size_t>(n)), .automorphisms = {}};
  for (int i = 0; i < n; ++i) {
    boost::add_edge(static_cast<std::size_t>(i), static_cast<std::size_t>((i + 1) % n), {next, previous},
                    ring.graph);
  }
  for (int turn = 0; turn < n; ++turn) {
    std::vector<int> rotation;
    for (int i = 0; i < n; ++i) rotation.push_back((i + turn) % n);
    ring.automorphisms.push_back(std::move(rotation));
  }
  return ring;
}

}  // namespace conclave
