#include "machine/independence.hpp"

#include <cstddef>

#include "program/program.hpp"

namespace conclave {

bool independence_applies(const Scenario& scenario, const Provisos& provisos) {
  if (!scenario.reduction.independence || scenario.lock_step() || scenario.model->copies_network)
    return false;
  if (!provisos.step_hidden || scenario.model->program->network_looked_at() == NetworkLook::nothing)
    return true;
  const auto stated = scenario.model->program->statements();
  for (std::size_t k = 0; k < stated.size(); ++k) {
    if (stated[k].form != Form::every_step &&
        scenario.properties.contains(static_cast<PropertyId>(standard_count + k)))
      return false;
  }
  return true;
}

}  // namespace conclave
