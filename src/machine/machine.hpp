// The semantics of one scenario: an instance as numbers (Values), what holds in its configurations (Judge),
// and its steps (AsyncSteps, or in lock step Rounds). An exploration has one machine, and loads one instance
// after the other.
#pragma once

#include <memory>

#include "machine/async_steps.hpp"
#include "machine/judge.hpp"
#include "machine/provisos.hpp"
#include "machine/rounds.hpp"
#include "machine/values.hpp"
#include "scenario/instances.hpp"

namespace conclave {

class Machine {
 public:
  // The scenario must outlive the machine. Provisos are dropped in tests only.
  explicit Machine(const Scenario&, const Provisos& = {});

  // Forgets the instance before, and prepares for this one. Outcomes of handlers are kept.
  // cell_limit: the largest value that a component may take. Throws CellOverflow, ModelError.
  void load(const Instance&, std::uint32_t cell_limit);
  // The same instance under another order in force (OrderInForce): what was found stays. Returns false if
  // what was found depends on the order, so that the instance has to be loaded.
  bool reorder();
  // Sets another limit for the same instance. Does nothing and returns false if a value is beyond it already.
  bool limit_cells(std::uint32_t cell_limit) { return values_.limit_cells(cell_limit); }

  const Scenario& scenario() const { return values_.scenario(); }
  const Provisos& provisos() const { return provisos_; }
  const Instance& instance() const { return values_.instance(); }
  const std::vector<Id>& ids() const { return values_.ids(); }
  const Values& values() const { return values_; }
  const Judge& judge() const { return judge_; }
  // Which handlers ever ran: what a verdict rests on.
  const Coverage& coverage() const { return values_.handlers().coverage(); }
  // What was asked since load() about the order of the identifiers, if the scenario goes by order classes.
  const Asked& asked() const { return values_.asked(); }
  Answers take_answers() { return values_.asked().take_answers(); }

  // The steps of the one kind of machine that this is; of the other kind there are none (null).
  const Steps& steps() const { return *steps_; }
  AsyncSteps* async() { return async_; }
  const AsyncSteps* async() const { return async_; }
  Rounds* rounds() { return rounds_; }
  const Rounds* rounds() const { return rounds_; }

  // Is some process's start, which is optional, all that is awaited? Then everyone who has not crashed is as
  // at the beginning, and nothing is on its way. Such a configuration is not the end of an execution:
  // somebody starts. `successors`: its steps, each with a `record`.
  template <class Cells, class Successors>
  bool awaits_start(const Cells&, const Successors& successors) const;

 private:
  void find_extremes();

  const Provisos provisos_;
  Values values_;
  Judge judge_;
  std::unique_ptr<Steps> steps_;
  AsyncSteps* async_ = nullptr;
  Rounds* rounds_ = nullptr;
};

template <class Cells, class Successors>
bool Machine::awaits_start(const Cells& cells, const Successors& successors) const {
  if (scenario().start_is_owed()) return false;
  bool may_start = false;
  if (rounds_ != nullptr) {  // there, who sleeps may start
    for (std::size_t i = 0; i < values_.processes(); ++i)
      may_start |= values_.facts(static_cast<int>(i), cells.get(i)).asleep;
  } else {
    for (const auto& step : successors) may_start |= steps_->kind(step.record) == Step::Kind::start;
  }
  return may_start && judge_.is_untouched(cells);
}

}  // namespace conclave
