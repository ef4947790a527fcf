// ClassPass for costs of one and of two blocks.
#include "engine/passes/class_pass_walk.hpp"
#include "engine/passes/instances/instances.hpp"

namespace conclave {
namespace {

// Is whatever is asked of a configuration a matter of its local states?
bool asks_for_local_states(const Machine& machine) {
  return !Statements(machine.scenario()).any() || !machine.judge().sees_network();
}

}  // namespace

SizedClassPass make_class_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths) {
  const Nearest none = nearest(machine, {});
  if (!none.of().empty() || none.asks_for_ends() || !asks_for_local_states(machine)) return {};
  switch (plain_blocks(machine, none)) {
    case 1:
      return first_with_room<SizedClassPass, ClassPass, 1>(ClassSizes(), words, machine, limits, widths);
    case 2:
      return first_with_room<SizedClassPass, ClassPass, 2>(ClassSizes(), words, machine, limits, widths);
    default:
      return {};
  }
}

}  // namespace conclave
