// Every transition out of a configuration: the machine's steps, memoised for callers that keep configurations
// as they are. These follow a single execution (trace/walk.hpp), or look at few configurations.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/configuration.hpp"
#include "machine/grid.hpp"
#include "machine/machine.hpp"

namespace conclave {

class Expander {
 public:
  // It is for the instance that the machine holds. Call clear() when the machine holds another one.
  explicit Expander(Machine& machine) : machine_(machine), async_(machine.async()) { clear(); }
  void clear() {
    sites_.resize(async_ == nullptr ? 0 : async_->site_count());
    for (auto& site : sites_) site.clear();
  }

  // Lists the successors, always in the same order: by process, own steps first, then by channel, by message
  // in canonical order, and by choice; the adversary's steps come last. Throws ModelError.
  void expand(const Configuration& from, Successors& successors) {
    successors.clear();
    if (async_ == nullptr) return expand_round(from, successors);
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      const AsyncSteps::SiteComponents at = async_->site(s);
      const StepRange steps = this->steps(s, from.get(at.first), from.get(at.second));
      auto* successor = successors.add(steps.end_plus_one - 1 - steps.first);
      for (RecordIndex r = steps.first; r + 1 < steps.end_plus_one; ++r, ++successor) {
        successor->configuration = from;
        async_->take(successor->configuration, at, r);
        successor->record = r;
      }
    }
  }

 private:
  struct StepRange {
    RecordIndex first = 0;
    std::uint32_t end_plus_one = 0;  // 0: not yet computed
  };

  StepRange steps(std::size_t s, std::uint32_t first, std::uint32_t second) {
    StepRange& known = sites_[s].at(first, second);
    if (known.end_plus_one == 0) {
      const AsyncSteps::Records range = async_->at(s, first, second);
      known = {range.first, range.first + range.count + 1};
    }
    return known;
  }

  void expand_round(const Configuration& from, Successors& successors) {
    const auto& rounds = machine_.rounds()->expand(from.cells);
    auto* successor = successors.add(rounds.size());
    for (const auto& round : rounds) {
      machine_.rounds()->poll();
      successor->configuration.cells.assign(round.values.begin(), round.values.end());
      successor->record = round.record;
      ++successor;
    }
  }

  Machine& machine_;
  AsyncSteps* const async_;  // null in lock step
  std::vector<Grid<StepRange>> sites_;
};

}  // namespace conclave
