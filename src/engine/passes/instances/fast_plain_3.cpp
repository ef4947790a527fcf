// FastPass in the plain case, with lanes of 3 blocks (storage/cost_lanes.hpp): many properties are violated.
#include "engine/passes/fast_pass_seldom.hpp"
#include "engine/passes/fast_pass_violations.hpp"
#include "engine/passes/fast_pass_walk.hpp"
#include "engine/passes/instances/instances.hpp"

namespace conclave {
namespace {

template <std::size_t Words, std::size_t Blocks>
using Alone = FastPass<Words, Blocks>;

}  // namespace

template <>
SizedPass make_plain_pass<3>(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                             const Nearest& nearest) {
  return first_with_room<SizedPass, Alone, 3>(PlainSizes(), words, machine, limits, widths, nearest);
}

}  // namespace conclave
