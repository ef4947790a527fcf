#include "engine/passes/fast_passes.hpp"

namespace conclave {

template <>
SizedPass make_fast_pass_of_few_words<1>(std::size_t, Machine&, Limits&, Widths&);
template <>
SizedPass make_fast_pass_of_few_words<2>(std::size_t, Machine&, Limits&, Widths&);

std::size_t plain_blocks(const Machine& machine) {
  const Scenario& scenario = machine.scenario();
  // Where every execution ends decided, or that is violated, it can end so from everywhere.
  const bool can_end = scenario.properties.contains(PropertyId::termination) ||
                       !scenario.properties.contains(PropertyId::can_terminate);
  if (machine.scenario().lock_step() || Statements(scenario).any() || !can_end) return 0;
  return lanes::blocks_for(Costs(*scenario.model->program).counted());
}

SizedPass make_fast_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths) {
  const std::size_t blocks = plain_blocks(machine);
  SizedPass made;
  if (blocks == 1) made = make_fast_pass_of_few_words<1>(words, machine, limits, widths);
  if (blocks == 2) made = make_fast_pass_of_few_words<2>(words, machine, limits, widths);
  if (made.pass) return made;
  made = make_fast_pass_of<0, 1, 2, 3>(words, machine, limits, widths);
  return made.pass ? std::move(made) : make_fast_pass_of_many_words(words, machine, limits, widths);
}

template <>
SizedPass make_parallel_pass_of_few_words<1>(std::size_t, Machine&, Limits&, Widths&, int);
template <>
SizedPass make_parallel_pass_of_few_words<2>(std::size_t, Machine&, Limits&, Widths&, int);

SizedPass make_parallel_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                             int threads) {
  const std::size_t blocks = plain_blocks(machine);
  if (blocks == 1) return make_parallel_pass_of_few_words<1>(words, machine, limits, widths, threads);
  if (blocks == 2) return make_parallel_pass_of_few_words<2>(words, machine, limits, widths, threads);
  return {};
}

}  // namespace conclave
