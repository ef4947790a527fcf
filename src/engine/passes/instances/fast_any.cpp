// FastPass and ParallelPass for any number of blocks of costs, and the choice among all fast passes.
#include "engine/passes/instances/instances.hpp"
#include "engine/passes/parallel/parallel_pass.hpp"

namespace conclave {
namespace {

template <std::size_t Words, std::size_t Blocks>
using Alone = FastPass<Words, Blocks>;

}  // namespace

Nearest nearest(const Machine& machine, PropertySet violated) {
  const Scenario& scenario = machine.scenario();
  const PropertySet asked = scenario.properties;
  // If termination holds, can-terminate need not be looked at: every execution ends decided, so that one does
  // from everywhere.
  const bool ends = asked.contains(PropertyId::can_terminate) &&
                    (violated.contains(PropertyId::termination) || !asked.contains(PropertyId::termination));
  // Where a leader may crash, an execution may well end without one.
  if (scenario.faults.crash > 0 && asked.contains(PropertyId::election)) violated.add(PropertyId::election);
  return {Costs(*scenario.model->program).counted(), violated, ends};
}

std::size_t plain_blocks(const Machine& machine, const Nearest& nearest) {
  const Scenario& scenario = machine.scenario();
  return scenario.lock_step() || Statements(scenario).follow_executions() ? 0 : nearest.blocks();
}

SizedPass make_fast_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                         PropertySet violated) {
  const Nearest with = nearest(machine, violated);
  const std::size_t blocks = plain_blocks(machine, with);
  SizedPass made;
  if (blocks == 1) made = make_plain_pass<1>(words, machine, limits, widths, with);
  if (blocks == 2) made = make_plain_pass<2>(words, machine, limits, widths, with);
  if (blocks == 3) made = make_plain_pass<3>(words, machine, limits, widths, with);
  if (made.pass) return made;
  return first_with_room<SizedPass, Alone, 0>(AnySizes(), words, machine, limits, widths, with);
}

SizedPass make_parallel_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                             PropertySet violated, int threads) {
  const Nearest with = nearest(machine, violated);
  const std::size_t blocks = plain_blocks(machine, with);
  SizedPass made;
  if (blocks == 1) made = make_plain_parallel_pass<1>(words, machine, limits, widths, with, threads);
  if (blocks == 2) made = make_plain_parallel_pass<2>(words, machine, limits, widths, with, threads);
  if (made.pass || machine.scenario().lock_step()) return made;
  return first_with_room<SizedPass, ParallelPass, 0>(AnyParallelSizes(), words, machine, limits, widths, with,
                                                     threads);
}

bool has_parallel_pass(std::size_t words, const Machine& machine) {
  const Scenario& scenario = machine.scenario();
  const bool takes_turns = Statements(scenario).any() && machine.judge().sees_messages();
  return !scenario.lock_step() && !takes_turns && has_room(AnyParallelSizes(), words);
}

}  // namespace conclave
