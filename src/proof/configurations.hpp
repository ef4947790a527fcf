// Every reachable configuration of an instance, one after the other, for who looks at each of them.
#pragma once

#include <boost/functional/hash.hpp>
#include <cstdint>
#include <deque>
#include <unordered_set>
#include <utility>
#include <vector>

#include "machine/expander.hpp"
#include "machine/machine.hpp"
#include "program/limits.hpp"

namespace conclave::proof {

// Breadth-first, for the instance that the machine holds: calls look(configuration) once for each, and
// take(from, successor) for each step. Either may return false to end it. No more than `most` configurations
// are looked at. Returns whether these were all. Throws LimitReached, ModelError.
template <class Look, class Take>
bool every_configuration(Machine& machine, std::uint64_t most, Limits& limits, const Look& look,
                         const Take& take) {
  Expander expander(machine);
  Successors successors(&limits);
  std::unordered_set<std::vector<std::uint32_t>, boost::hash<std::vector<std::uint32_t>>> known;
  std::deque<Configuration> open;
  const auto meet = [&](const Configuration& cells) {
    if (known.contains(cells.cells)) return true;
    if (known.size() == most) return false;
    known.insert(cells.cells);
    open.push_back(cells);
    return true;
  };
  bool all = meet({std::vector<std::uint32_t>(machine.values().component_count())});
  while (!open.empty()) {
    limits.tick();
    const Configuration cells = std::move(open.front());
    open.pop_front();
    if (!look(cells)) return false;
    expander.expand(cells, successors);
    for (const auto& successor : successors) {
      if (!take(cells, successor)) return false;
      all = meet(successor.configuration) && all;
    }
  }
  return all;
}

}  // namespace conclave::proof
