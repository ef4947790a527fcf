#include "engine/passes/graph_passes.hpp"

namespace conclave {

template <>
std::unique_ptr<GraphExploration> make_graph_pass<std::uint32_t>(Machine& machine, Limits& limits) {
  return smallest_layout<std::uint32_t, std::uint64_t, 4, 16, 96>(machine, limits);
}

}  // namespace conclave
