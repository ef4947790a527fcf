// FastPass for any number of blocks of costs, and the choice among all fast passes.
#include "engine/passes/fast_pass_seldom.hpp"
#include "engine/passes/fast_pass_walk.hpp"
#include "engine/passes/instances/instances.hpp"

namespace conclave {
namespace {

template <std::size_t Words, std::size_t Blocks>
using Alone = FastPass<Words, Blocks>;

}  // namespace

std::size_t plain_blocks(const Machine& machine) {
  const Scenario& scenario = machine.scenario();
  // If termination is checked, can-terminate need not be looked at: either termination is violated, or every
  // execution ends decided, so that one does from everywhere.
  const bool can_end = scenario.properties.contains(PropertyId::termination) ||
                       !scenario.properties.contains(PropertyId::can_terminate);
  // Where a leader may crash, the plain case would leave every such instance to the graph pass, because it
  // does not know who was leader before.
  const bool loses_leaders = scenario.faults.crash > 0 && scenario.properties.contains(PropertyId::election);
  // The plain case evaluates statements where local states change what they look at.
  const Statements statements(scenario);
  const bool follows = statements.follow_executions() || (statements.any() && machine.judge().sees_network());
  if (scenario.lock_step() || follows || !can_end || loses_leaders) return 0;
  return lanes::blocks_for(Costs(*scenario.model->program).counted());
}

SizedPass make_fast_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths) {
  const std::size_t blocks = plain_blocks(machine);
  SizedPass made;
  if (blocks == 1) made = make_plain_pass<1>(words, machine, limits, widths);
  if (blocks == 2) made = make_plain_pass<2>(words, machine, limits, widths);
  if (made.pass) return made;
  return first_with_room<SizedPass, Alone, 0>(AnySizes(), words, machine, limits, widths);
}

SizedPass make_parallel_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                             int threads) {
  const std::size_t blocks = plain_blocks(machine);
  if (blocks == 1) return make_plain_parallel_pass<1>(words, machine, limits, widths, threads);
  if (blocks == 2) return make_plain_parallel_pass<2>(words, machine, limits, widths, threads);
  return {};
}

}  // namespace conclave
