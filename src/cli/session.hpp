// One call of `check` or `measure`: the limits that all its explorations share.
#pragma once

#include <optional>

#include "cli/options.hpp"
#include "cli/watch.hpp"
#include "report/run.hpp"
#include "trace/trace.hpp"

namespace conclave {

class Session {
 public:
  // Catches Ctrl-C from here on. progress: where the progress line goes.
  Session(const EffortOptions&, const Terminal& progress);

  // One scenario after the other, until a limit is reached or, unless keep_going, a property is violated.
  Run run(std::vector<Scenario>, const Effort&);
  // The same of several lists of as many scenarios, all first ones before all second ones.
  std::vector<Run> run(std::vector<std::vector<Scenario>>, Effort);

  // An execution that attains the extreme with so many processes; without a number, the most that were
  // explored whole. Throws UsageError where there is none; nothing if a limit was reached.
  std::optional<Trace> witness(const Run&, const Task::Witness&, std::optional<int> processes);

  double seconds() const { return watch_.seconds(); }

 private:
  std::size_t memory_;
  double time_;
  int threads_;
  Limits limits_;
  Watch watch_;
};

}  // namespace conclave
