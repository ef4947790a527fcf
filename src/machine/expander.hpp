// Every transition out of a configuration: the machine's steps, memoised for callers that keep configurations
// with a hash of each. These are the graph pass and the code that follows a single execution
// (trace/walk.hpp).
//
// The hash of a configuration is the exclusive or of one random number for each component and value (Zobrist
// hashing; A. L. Zobrist 1970), so a step changes it by exclusive or as well.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/configuration.hpp"
#include "machine/grid.hpp"
#include "machine/machine.hpp"

namespace conclave {

class Expander {
 public:
  // It is for the instance that the machine holds. Call clear() when the machine holds another one. `rounds`
  // says which rounds of lock step are listed.
  explicit Expander(Machine& machine, Rounds::List rounds = Rounds::List::every)
      : machine_(machine), async_(machine.async()), rounds_(rounds) {
    clear();
  }
  void clear() {
    sites_.resize(async_ == nullptr ? 0 : async_->site_count());
    for (auto& site : sites_) site.clear();
    pushes_.resize(machine_.values().channels().size());
    for (auto& pushes : pushes_) pushes.clear();
    deltas_.clear();
  }

  // The hash of the initial configuration, in which every component has the value 0.
  static constexpr std::uint64_t initial_hash = 0;
  template <class Cells>
  std::uint64_t hash(const Cells& cells) const {
    std::uint64_t hash = initial_hash;
    for (std::size_t component = 0; component < machine_.values().component_count(); ++component)
      hash ^= zobrist(component, cells.get(component));
    return hash;
  }

  // Lists the successors, always in the same order: by process, own steps first, then by channel, by message
  // in canonical order, and by choice; the adversary's steps come last. Returns for how many transitions they
  // stand. Throws CellOverflow, ModelError.
  template <class Cells>
  std::uint64_t expand(const Cells& cells, std::uint64_t hash, Successors<Cells>& successors) {
    successors.clear();
    if (async_ == nullptr) return expand_round(cells, hash, successors);
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      const AsyncSteps::SiteComponents at = async_->site(s);
      const StepRange steps = this->steps(s, cells.get(at.first), cells.get(at.second));
      auto* successor = successors.add(steps.end_plus_one - 1 - steps.first);
      for (RecordIndex r = steps.first; r + 1 < steps.end_plus_one; ++r, ++successor) {
        successor->configuration = cells;
        successor->hash = take(successor->configuration, hash, at, r);
        successor->record = r;
      }
    }
    return successors.size();
  }

 private:
  struct StepRange {
    RecordIndex first = 0;
    std::uint32_t end_plus_one = 0;  // 0: not yet computed
  };
  struct Push {
    std::uint64_t delta = 0;
    std::uint32_t content_plus_one = 0;  // 0: not yet computed
  };

  static std::uint64_t zobrist(std::size_t component, std::uint32_t value) {
    if (value == 0) return 0;
    // The function splitmix64.
    std::uint64_t x = (std::uint64_t{component} << 32 | value) * 0x9e3779b97f4a7c15ULL;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
    return x ^ x >> 31;
  }
  static std::uint64_t zobrist(std::size_t component, std::uint32_t before, std::uint32_t after) {
    return zobrist(component, before) ^ zobrist(component, after);
  }

  StepRange steps(std::size_t s, std::uint32_t first, std::uint32_t second) {
    const StepRange steps = sites_[s].at(first, second);
    return steps.end_plus_one != 0 ? steps : fill(s, first, second);
  }
  [[gnu::noinline]] StepRange fill(std::size_t s, std::uint32_t first, std::uint32_t second) {
    const AsyncSteps::SiteComponents at = async_->site(s);
    const AsyncSteps::Records range = async_->at(s, first, second);
    const RecordIndex end = range.first + range.count;
    deltas_.resize(end);
    for (RecordIndex r = range.first; r < end; ++r) {
      const StepRecord& record = machine_.steps().record(r);
      deltas_[r] = zobrist(at.first, first, record.first);
      if (at.second != at.first) deltas_[r] ^= zobrist(at.second, second, record.second);
    }
    return sites_[s].at(first, second) = {range.first, end + 1};
  }
  [[gnu::noinline]] Push fill_push(std::uint32_t channel, std::uint32_t content, Contents::Message message) {
    const std::uint32_t after = async_->push(channel, content, message);
    const std::size_t component = machine_.values().channel_component(channel);
    return pushes_[channel].at(content, message) = {zobrist(component, content, after), after + 1};
  }

  // Changes a configuration by a step. Returns the new hash.
  template <class Cells>
  std::uint64_t take(Cells& cells, std::uint64_t hash, const AsyncSteps::SiteComponents& at, RecordIndex r) {
    const StepRecord& record = machine_.steps().record(r);
    if (record.copies || record.crashes) [[unlikely]] {
      async_->take(cells, at, r);
      return this->hash(cells);
    }
    hash ^= deltas_[r];
    cells.set(at.second, record.second);
    cells.set(at.first, record.first);
    for (const auto& target : async_->pushes(record)) {
      const std::size_t component = machine_.values().channel_component(target.channel);
      const std::uint32_t before = cells.get(component);
      Push push = pushes_[target.channel].at(before, target.message);
      if (push.content_plus_one == 0) [[unlikely]]
        push = fill_push(target.channel, before, target.message);
      cells.set(component, push.content_plus_one - 1);
      hash ^= push.delta;
    }
    return hash;
  }

  template <class Cells>
  std::uint64_t expand_round(const Cells& cells, std::uint64_t hash, Successors<Cells>& successors) {
    round_values_.resize(machine_.values().component_count());
    for (std::size_t c = 0; c < round_values_.size(); ++c) round_values_[c] = cells.get(c);
    const auto& rounds = machine_.rounds()->expand(round_values_, rounds_);
    auto* successor = successors.add(rounds.size());
    for (const auto& round : rounds) {
      machine_.rounds()->poll();
      successor->configuration = cells;
      successor->hash = hash;
      for (std::size_t c = 0; c < round.values.size(); ++c) {
        if (round.values[c] == round_values_[c]) continue;
        successor->hash ^= zobrist(c, round_values_[c], round.values[c]);
        successor->configuration.set(c, round.values[c]);
      }
      successor->record = round.record;
      ++successor;
    }
    return machine_.rounds()->rounds();
  }

  Machine& machine_;
  AsyncSteps* const async_;  // null in lock step
  const Rounds::List rounds_;
  std::vector<Grid<StepRange>> sites_;
  std::vector<Grid<Push>> pushes_;     // by channel, then content and message
  std::vector<std::uint64_t> deltas_;  // by record: how the components of its site change the hash
  std::vector<std::uint32_t> round_values_;
};

}  // namespace conclave
