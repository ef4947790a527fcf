// What follows on a packed configuration: steps with where they lead, as the fast pass and the graph pass
// list them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/steps/step_tables.hpp"
#include "engine/storage/array.hpp"
#include "engine/storage/layout.hpp"

namespace conclave {

template <std::size_t Words>
struct Successor {
  Key<Words> key;  // scrambled
  StepLabel label;
};

// Appends the steps that have been listed, in their order. `seen` is a set of keys.
template <std::size_t Words, class Set>
[[gnu::always_inline]] inline void append_listed(StepTables<Words>& tables,
                                                 const Array<std::uint32_t>& listed, const Set& seen,
                                                 const Key<Words>& key_there,
                                                 Array<Successor<Words>>& successors) {
  const Key<Words> key = key_there;  // a copy, so that it is not read from memory again and again
  const std::size_t before = successors.size();
  successors.resize(before + listed.size());
  Successor<Words>* successor = successors.begin() + before;
  for (const std::uint32_t step : listed) {
    successor->key = seen.scramble(tables.take(key, step));
    successor->label = tables.label(step);
    seen.prefetch(successor->key);
    ++successor;
  }
}

// Appends the rounds of lock step that may follow. Returns for how many rounds they stand. `values` is room
// for the values of a configuration. Throws TooNarrow, LimitReached, ModelError.
template <std::size_t Words, class Set>
std::uint64_t append_rounds(Machine& machine, const Layout& layout, const Set& seen, const Key<Words>& key,
                            std::vector<std::uint32_t>& values, Array<Successor<Words>>& successors) {
  values.resize(machine.values().component_count());
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = layout[c].get(key);
  for (const auto& round : machine.rounds()->expand(values, Rounds::List::distinct)) {
    successors.limits().poll();
    const StepRecord& record = machine.steps().record(round.record);
    Successor<Words> successor{{}, {round.record, record.cost, StepTables<Words>::flags(record)}};
    for (std::size_t c = 0; c < round.values.size(); ++c) layout.set(successor.key, c, round.values[c]);
    successor.key = seen.scramble(successor.key);
    successors.push_back(successor);
  }
  return machine.rounds()->rounds();
}

}  // namespace conclave
