// Which of the properties that a model states itself hold in a configuration or a step, as masks with one bit
// for each statement. The passes ask for each configuration; Judge::predicates() says what holds in it.
#pragma once

#include <cstdint>

#include "scenario/scenario.hpp"

namespace conclave {

// It knows only those statements that the scenario asks for.
class Statements {
 public:
  explicit Statements(const Scenario& scenario) {
    const auto stated = scenario.model->program->statements();
    for (std::size_t k = 0; k < stated.size(); ++k) {
      if (!scenario.properties.contains(static_cast<PropertyId>(standard_count + k))) continue;
      of(stated[k].form) |= 1U << k;
    }
    any_ = (invariant_ | stable_ | leads_to_ | reachable_) != 0;
  }

  // Is there anything to ask of configurations?
  bool any() const { return any_; }
  // Does a statement speak of more than single configurations, so that it matters what comes after what?
  bool follow_executions() const { return (stable_ | leads_to_) != 0; }
  // Each of these returns a mask by statement. `holds` is what Program::evaluate said of a configuration, and
  // `before` what it said of the configuration one step earlier.
  std::uint32_t broken(std::uint32_t holds) const { return invariant_ & ~holds; }
  std::uint32_t lost(std::uint32_t before, std::uint32_t holds) const { return stable_ & before & ~holds; }
  std::uint32_t reached(std::uint32_t holds) const { return reachable_ & holds; }
  // For p leads_to q: asks() is where p holds and q does not, unanswered() is where q does not hold.
  std::uint32_t asks(std::uint32_t holds) const { return holds & unanswered(holds); }
  std::uint32_t unanswered(std::uint32_t holds) const { return leads_to_ & ~(holds >> most_statements); }
  // In lock step: what the model claims of single rounds.
  bool speaks_of_rounds() const { return after_rounds_ != 0; }
  std::uint32_t broken_in_round(std::uint32_t holds) const { return after_rounds_ & ~holds; }
  std::uint32_t leads_to() const { return leads_to_; }
  std::uint32_t reachable() const { return reachable_; }

 private:
  std::uint32_t& of(Form form) {
    return form == Form::invariant      ? invariant_
           : form == Form::stable       ? stable_
           : form == Form::leads_to     ? leads_to_
           : form == Form::reachable    ? reachable_
           : form == Form::after_rounds ? after_rounds_
                                        : every_step_;
  }

  std::uint32_t invariant_ = 0;
  std::uint32_t stable_ = 0;
  std::uint32_t leads_to_ = 0;
  std::uint32_t reachable_ = 0;
  std::uint32_t after_rounds_ = 0;
  std::uint32_t every_step_ = 0;  // kept so that of() is complete; the machine checks these
  bool any_ = false;
};

}  // namespace conclave
