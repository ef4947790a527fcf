#include "engine/time/time.hpp"

#include <algorithm>

#include "engine/time/time_least.hpp"
#include "engine/time/time_most.hpp"

namespace conclave {

bool time_is_defined(const Machine& machine) {
  const Scenario& scenario = machine.scenario();
  if (scenario.lock_step()) return true;
  if (scenario.model->copies_network || scenario.faults.any()) return false;
  return scenario.network != Network::fifo ||
         std::ranges::all_of(machine.values().channels().all(),
                             [](const Channel& c) { return c.readers.size() == 1; });
}

Extremes measure_time(const StateGraph& graph, const Machine& machine) {
  return {LeastTime(graph, machine, LeastTime::Sought::time).least(), MostTime(graph, machine).most()};
}

std::optional<Path> time_witness(const StateGraph& graph, const Machine& machine, Extreme extreme) {
  if (!time_is_defined(machine)) return {};
  if (extreme == Extreme::max) return MostTime(graph, machine).witness();
  const LeastTime least(graph, machine, LeastTime::Sought::witness);
  if (!least.least()) return {};
  return least.witness();
}

}  // namespace conclave
