// What a whole `check` did: the results for each number of processes, in order.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/run/check.hpp"

namespace conclave {

struct Run {
  std::vector<Scenario> scenarios;   // for every number of processes asked for
  std::vector<CheckResult> results;  // for the first of them; less where the run ended early
  StopReason stopped = StopReason::none;
  std::size_t memory_limit = 0;
  double time_limit = 0;  // seconds; 0: none
  double seconds = 0;
  std::size_t peak_memory = 0;  // bytes, of the process

  Verdict verdict() const;
  Verdict verdict(PropertyId) const;
  bool complete() const {  // every instance of every scenario was explored
    return results.size() == scenarios.size() && std::ranges::all_of(results, &CheckResult::complete);
  }
  // The counterexample to show: the shortest at the smallest number of processes; null if none.
  const PropertyResult* counterexample(PropertyId, std::size_t* which = nullptr) const;

  // Sums over all numbers of processes.
  CheckResult total() const;
  Rational identifier_orders() const;
  // Of them, those that violate it. Only where all was explored is that all there are.
  Rational violating_orders(PropertyId) const;
  // What makes a verdict worth less than it seems: handlers that never ran. Empty unless all was explored.
  std::vector<std::string> warnings() const;
};

}  // namespace conclave
