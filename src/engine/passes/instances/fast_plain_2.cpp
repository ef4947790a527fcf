// FastPass and ParallelPass in the plain case, with lanes of 2 blocks (storage/cost_lanes.hpp).
#include "engine/passes/instances/instances.hpp"
#include "engine/passes/parallel/parallel_pass.hpp"

namespace conclave {
namespace {

template <std::size_t Words, std::size_t Blocks>
using Alone = FastPass<Words, Blocks>;

}  // namespace

template <>
SizedPass make_plain_pass<2>(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                             const Nearest& nearest) {
  return first_with_room<SizedPass, Alone, 2>(PlainSizes(), words, machine, limits, widths, nearest);
}

template <>
SizedPass make_plain_parallel_pass<2>(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                                      const Nearest& nearest, int threads) {
  return first_with_room<SizedPass, ParallelPass, 2>(PlainParallelSizes(), words, machine, limits, widths,
                                                     nearest, threads);
}

}  // namespace conclave
