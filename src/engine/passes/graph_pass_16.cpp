#include "engine/passes/graph_passes.hpp"

namespace conclave {

template <>
std::unique_ptr<GraphExploration> make_graph_pass<std::uint16_t>(Machine& machine, Limits& limits) {
  return smallest_layout<std::uint16_t, std::uint32_t, 5, 7, 8, 9, 16, 96>(machine, limits);
}

}  // namespace conclave
