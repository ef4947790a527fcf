#include "explore/fast_passes.hpp"

namespace conclave {

template <>
SizedPass make_fast_pass_of_few_words<1>(std::size_t, Machine&, Limits&, Widths&);
template <>
SizedPass make_fast_pass_of_few_words<2>(std::size_t, Machine&, Limits&, Widths&);

bool is_plain(const Scenario& scenario) {
  // Where every execution ends decided, or that is violated, it can end so from everywhere.
  const bool can_end = scenario.properties.contains(PropertyId::termination) ||
                       !scenario.properties.contains(PropertyId::can_terminate);
  return !scenario.lock_step() && !Statements(scenario).any() && can_end;
}

SizedPass make_fast_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths) {
  if (is_plain(machine.scenario())) {
    const std::size_t blocks = Outcomes::blocks_for(Costs(*machine.scenario().model->program).counted());
    SizedPass made;
    if (blocks == 1) made = make_fast_pass_of_few_words<1>(words, machine, limits, widths);
    if (blocks == 2) made = make_fast_pass_of_few_words<2>(words, machine, limits, widths);
    if (made.pass) return made;
  }
  SizedPass made = make_fast_pass_of<0, 1, 2, 3>(words, machine, limits, widths);
  return made.pass ? std::move(made) : make_fast_pass_of_many_words(words, machine, limits, widths);
}

}  // namespace conclave
