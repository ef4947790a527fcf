// The room machine: the semantics of one scenario, that is, what is possible in a configuration and what
// holds there. The engine visits configurations and never sees a model; everything that it knows of one comes
// from here. docs/semantics/ says what is computed, in the same words.
//
// A Machine holds one instance at a time, as numbers. Values (values.hpp) number local states, contents of
// channels and messages as they are met, so that a configuration is one small number for each component;
// Channels (channels.hpp) and Contents (contents.hpp) help them. Handlers (handlers.hpp) run each handler of
// the model once for each combination of role, local state, message and port, and keep what came of it. Asked
// (asked.hpp) notes which identifiers the handlers have compared, so that the engine knows for which orders
// of identifiers a result holds. Judge (judge.hpp) says which properties fail in a configuration and which a
// step breaks.
//
// The steps come from one of two siblings behind the interface Steps (steps.hpp): AsyncSteps
// (async_steps.hpp) for the networks fifo, bag and set, and Rounds (rounds.hpp) for lock step. For the
// reduction by independence, independence.hpp says whether it applies to a scenario, Commuting
// (commuting.hpp) which steps commute with all others on bag and set, and Provisos (provisos.hpp) name the
// conditions, which tests can drop.
//
// Numbers of values are a machine's own. Where several machines explore one instance together, they tell each
// other values by their meanings (meanings.hpp).
//
// The passes of the engine keep configurations as packed keys; whoever follows a single execution keeps a
// number for each component (configuration.hpp). The machine reads either through templates that need only
// get(component) and set(component, value). Expander (expander.hpp) lists what may follow on a configuration
// for those who do without the engine's tables of steps; Grid (grid.hpp) is the memoised table of both.
//
// A machine belongs to one thread at a time. It keeps memoised outcomes from one instance to the next.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "machine/async_steps.hpp"
#include "machine/judge.hpp"
#include "machine/meanings.hpp"
#include "machine/provisos.hpp"
#include "machine/rounds.hpp"
#include "machine/values.hpp"
#include "scenario/instances.hpp"

namespace conclave {

class Machine {
 public:
  // The scenario must outlive the machine. Provisos are dropped in tests only. Who explores with reductions
  // says on which names these rely, so that models are watched. Without limits, the machine takes what it
  // needs; with them, it throws LimitReached where a configuration alone takes too much.
  explicit Machine(const Scenario&, const Provisos& = {}, const Watched::Reliance& = {}, Limits* = nullptr);

  // Forgets the instance before, and prepares for this one. Outcomes of handlers are kept. Throws
  // LimitReached, ModelError.
  void load(const Instance&);
  // Keeps to these limits from now on; null: to none.
  void obey(Limits*);
  // Goes on with the same instance under another order in force (OrderInForce). What was found stays. Returns
  // false if what was found depends on the order, so that the instance has to be loaded again.
  bool reorder();

  const Scenario& scenario() const { return values_.scenario(); }
  const Provisos& provisos() const { return provisos_; }
  const Instance& instance() const { return values_.instance(); }
  const std::vector<Id>& ids() const { return values_.ids(); }
  const Values& values() const { return values_; }
  Meanings meanings() { return Meanings(values_); }
  const Judge& judge() const { return judge_; }
  // Says which handlers ever ran, because a verdict rests on that.
  const Coverage& coverage() const { return values_.handlers().coverage(); }
  // What was asked about the order of the identifiers since load(), if orders are explored by classes.
  const Asked& asked() const { return values_.asked(); }
  Answers take_answers() { return values_.asked().take_answers(); }
  // What is asked of a configuration after a change of order has to be asked of local states again, first.
  template <class Cells>
  void look_again(const Cells& cells) {
    values_.look_again(cells);
  }
  // Another machine that holds the instance was asked this, too; `numbers` as in Asked::numbers().
  void note_asked(const std::vector<Asked::Fact>& facts, bool numbers);

  // The steps of this machine, as Steps and as what they are. One of async() and rounds() is null.
  const Steps& steps() const { return *steps_; }
  AsyncSteps* async() { return async_; }
  const AsyncSteps* async() const { return async_; }
  Rounds* rounds() { return rounds_; }
  const Rounds* rounds() const { return rounds_; }

  // Does the configuration wait for an optional start only? Then everyone who has not crashed is as at the
  // beginning, and nothing is on its way. Such a configuration is not quiescent, because somebody has to
  // start. `successors` are its steps, each with a `record`.
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
  if (rounds_ != nullptr) {  // in lock step, whoever sleeps may start
    for (std::size_t i = 0; i < values_.processes(); ++i)
      may_start |= values_.facts(static_cast<int>(i), cells.get(i)).asleep;
  } else {
    for (const auto& step : successors) may_start |= steps_->kind(step.record) == Step::Kind::start;
  }
  return may_start && judge_.is_untouched(cells);
}

}  // namespace conclave
