// What a whole `check` did: the results for each number of processes, in order. Text and JSON are made of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "author/rational.hpp"
#include "engine/run/check.hpp"
#include "program/limits.hpp"
#include "program/property.hpp"
#include "report/words.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

struct Run {
  std::vector<Scenario> scenarios;   // one for every number of processes asked for
  std::vector<CheckResult> results;  // of the first of them; a run that ended early has fewer
  StopReason stopped = StopReason::none;
  // So many instances had no room in memory, and were explored on disk; or by several processes together,
  // which sent each other so many bytes for that.
  std::uint64_t on_disk = 0;
  std::uint64_t by_all = 0;
  std::uint64_t bytes_sent = 0;
  // Why an instance was left in memory that has no room there; empty if there is none.
  std::string undivided;
  std::string stopped_inside;  // the call of the model in which a limit was reached; empty if in none
  std::vector<Growth> growth;  // if a limit was reached: the numbers that grew until then
  std::string error;           // StopReason::error: what the model did wrong, or why a size cannot be run
  RunLimits limits;
  double seconds = 0;
  std::size_t peak_memory = 0;  // bytes, of the process

  Verdict verdict() const;
  Verdict verdict(PropertyId) const;
  // Did the first violation end it, and no limit? What neither holds nor is violated is then not decided.
  bool ended_at_violation() const {
    return verdict() == Verdict::violated && stopped == StopReason::none && !complete();
  }
  bool complete() const;  // was every instance of every scenario explored?
  // The counterexample to show is the shortest one at the smallest number of processes. Null if there is
  // none; otherwise `which` says of which scenario it is.
  const PropertyResult* counterexample(PropertyId, std::size_t* which = nullptr) const;

  // The number of processes at which it stopped.
  int stopped_at() const;
  // As in "the memory limit of 64 MiB was reached".
  std::string words(StopReason) const;
  // What is told of `growth` if it is not empty, because perhaps no limit would be enough.
  std::string what_grew() const;

  // Sums over all numbers of processes.
  CheckResult total() const;
  Rational identifier_orders() const;
  // How many of these orders violate the property. Unless all were explored there may be more.
  Rational violating_orders(PropertyId) const;
  // What makes a verdict worth less than it seems: handlers that never ran. Empty unless all was explored.
  std::vector<std::string> warnings() const;
};

}  // namespace conclave
