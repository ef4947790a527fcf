// One call of `check`, `measure` or `replay`: the limits that all its explorations share.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/reserve.hpp"
#include "cli/watch.hpp"
#include "engine/run/effort.hpp"
#include "engine/run/task.hpp"
#include "program/limits.hpp"
#include "report/run.hpp"
#include "report/terminal.hpp"
#include "scenario/scenario.hpp"
#include "trace/trace.hpp"

namespace conclave {

class Session {
 public:
  // The progress line goes to `progress`.
  Session(const EffortOptions&, const Terminal& progress);

  // What the options ask for. A family of graphs may take long to list. Throws UsageError, LimitError.
  std::vector<Scenario> scenarios(const ScenarioOptions&);
  // Checks one scenario after the other until a limit is reached or, unless told to keep going, a property is
  // violated.
  Run run(std::vector<Scenario>, const Effort&);
  // The same with several lists of as many scenarios: the first of every list comes before the second of any.
  std::vector<Run> run(std::vector<std::vector<Scenario>>, Effort);

  // An execution that attains the extreme with so many processes or, without a number, with the most that
  // were explored whole. Nothing if a limit was reached. Throws UsageError where no execution attains it.
  std::optional<Trace> witness(const Run&, const Task::Witness&, std::optional<int> processes);

  double seconds() const { return watch_.seconds(); }
  Limits& limits() { return limits_; }
  std::string ended_by() const;  // in words
  int exit_status() const;       // of what a limit ended

 private:
  std::size_t memory_;
  double time_;
  int threads_;
  Limits limits_;
  const Reserve reserve_{limits_};
  Watch watch_;
};

}  // namespace conclave
