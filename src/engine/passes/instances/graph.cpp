// GraphPass for each number of words.
#include "engine/passes/graph_pass_walk.hpp"
#include "engine/passes/instances/instances.hpp"

namespace conclave {
namespace {

template <std::size_t Words, std::size_t>
using Graph = GraphPass<Words>;

}  // namespace

SizedGraphPass make_graph_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths) {
  return first_with_room<SizedGraphPass, Graph, 0>(AnySizes(), words, machine, limits, widths);
}

}  // namespace conclave
