#include "machine/machine.hpp"

#include "scenario/order_classes.hpp"

namespace conclave {

Machine::Machine(const Scenario& scenario, const Provisos& provisos, const Watched::Reliance& relies,
                 Limits* limits)
    : provisos_(provisos), values_(scenario, relies), judge_(values_) {
  values_.handlers().obey(limits);
  if (scenario.lock_step()) {
    auto rounds = std::make_unique<Rounds>(values_, judge_, limits);
    rounds_ = rounds.get();
    steps_ = std::move(rounds);
  } else {
    auto async = std::make_unique<AsyncSteps>(values_, judge_, provisos);
    async_ = async.get();
    steps_ = std::move(async);
  }
}

void Machine::obey(Limits* limits) {
  values_.handlers().obey(limits);
  if (rounds_ != nullptr) rounds_->obey(limits);
}

void Machine::load(const Instance& instance) {
  values_.begin(instance);
  find_extremes();
  values_.number();
  steps_->load();
}

bool Machine::reorder() {
  steps_->reorder();
  const bool knows_another = values_.find_largest();
  find_extremes();
  return !values_.handlers().roles_compare() && !knows_another;
}

void Machine::find_extremes() {
  values_.find_largest();
  judge_.begin();
  if (!OrderClasses::apply_to(scenario())) return;
  values_.asked().begin(ids(), scenario().universe());
  judge_.note_favourite();
  values_.note_largest();
  values_.note_down();
}

void Machine::note_asked(const std::vector<Asked::Fact>& facts, bool numbers) {
  for (const auto& [smaller, larger] : facts)
    values_.asked().note(ids()[static_cast<std::size_t>(smaller)], ids()[static_cast<std::size_t>(larger)]);
  if (numbers) values_.asked().note_numbers();
}

}  // namespace conclave
