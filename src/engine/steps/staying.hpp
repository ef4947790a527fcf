// Steps that lead back to the configuration where they are taken: what they cost, and whether an execution
// may fairly stay there for ever. The passes that store no edges ask it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "engine/steps/machine_lock.hpp"
#include "engine/steps/step_tables.hpp"
#include "machine/machine.hpp"

namespace conclave {

class StayingSteps {
 public:
  // `turn` is as in StepTables.
  StayingSteps(const Machine& machine, std::mutex* turn) : machine_(machine), turn_(turn) {}

  // Forgets what was noted. `costs` is the number of costs that are counted.
  void clear(std::size_t costs) {
    costs_.assign(costs, false);
    noted_ = 0;
  }
  void note(const StepLabel& label) {
    const std::uint32_t bit = label.cost < most_noted ? 1U << label.cost : 0;
    if (noted_ & bit) return;
    noted_ |= bit;
    const MachineLock lock(turn_);
    for (std::size_t cost = 0; cost < costs_.size(); ++cost) {
      if (machine_.steps().costs()[label.cost][cost] > 0) costs_[cost] = true;
    }
  }
  // Were steps with these numbers of costs noted, each of which is a bit? The highest bit is for all further
  // numbers, which are never known to be noted.
  bool have_noted(std::uint32_t numbers) const { return (numbers & ~noted_) == 0; }
  // Does a noted step add to a cost, so that there is no most of it?
  bool add_to(std::size_t cost) const { return costs_[cost]; }
  void set_adds_to(std::size_t cost) { costs_[cost] = true; }
  // By cost: does a noted step add to it?
  const std::vector<bool>& unbounded() const { return costs_; }
  void add(const std::vector<bool>& unbounded) {
    for (std::size_t cost = 0; cost < costs_.size(); ++cost)
      if (unbounded[cost]) costs_[cost] = true;
  }

  // May an execution stay in a configuration for ever, given the steps that lead back and all others? It may
  // if every owed action has an outcome that leads back.
  bool may_stay(std::span<const StepLabel> back, std::span<const StepLabel> others) const {
    return std::ranges::all_of(others, [&](const StepLabel& other) {
      if (!(other.flags & StepTables<1>::owed)) return true;
      if (other.flags & StepTables<1>::only_outcome) return false;
      const MachineLock lock(turn_);
      return std::ranges::any_of(back, [&](const StepLabel& each) {
        return machine_.steps().is_same_action(each.record, other.record);
      });
    });
  }

 private:
  static constexpr unsigned most_noted = StepTables<1>::last_cost;

  const Machine& machine_;
  std::mutex* const turn_;
  std::vector<bool> costs_;  // by cost: a noted step adds to it
  std::uint32_t noted_ = 0;  // a bit for each number of costs
};

}  // namespace conclave
