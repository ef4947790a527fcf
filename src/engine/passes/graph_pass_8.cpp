#include "engine/passes/graph_passes.hpp"

namespace conclave {

template <>
std::unique_ptr<GraphExploration> make_graph_pass<std::uint8_t>(Machine& machine, Limits& limits) {
  return smallest_layout<std::uint8_t, std::uint64_t, 1, 2, 3, 4, 8, 24>(machine, limits);
}

}  // namespace conclave
