// One call of `check`, `measure` or `replay`: the limits that all its explorations share.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/reserve.hpp"
#include "cli/watch.hpp"
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

  // Is told what was found whenever a number of processes is done and another one comes.
  using SoFar = std::function<void(const std::vector<Run>&)>;
  // If the model is in a file, this is compiled now, and not in the time that is limited. Throws
  // OwnModelError.
  void load(const std::string& model);
  // What the options ask for. A family of graphs may take long to list. Throws UsageError, LimitError.
  std::vector<Scenario> scenarios(const ScenarioOptions&);
  // Checks one scenario after the other until a limit is reached, there is an error or, unless told to keep
  // going, a property is violated. Throws an error of the first scenario before which nothing was found. Of
  // several lists of as many scenarios, the first of every list comes before the second of any.
  std::vector<Run> run(std::vector<std::vector<Scenario>>, Effort, const SoFar& = {});

  // Throws the error that ended a run, if there was one: last of all, because results come first.
  void rethrow_error() const;

  // An execution that attains the extreme with so many processes or, without a number, with the most that
  // were explored whole. Nothing if a limit was reached. Throws UsageError where no execution attains it.
  std::optional<Trace> witness(const Run&, const Task::Witness&, std::optional<int> processes);

  double seconds() const { return watch_.seconds(); }
  // What the progress line says, if this is no check.
  void now_doing(const std::string& what) { watch_.now_doing(what); }
  Limits& limits() { return limits_; }
  int threads() const { return threads_; }
  const std::optional<Room>& room() const { return room_; }
  std::string ended_by() const;  // in words
  int exit_status() const;       // of what a limit ended

 private:
  void sign(Run&) const;

  RunLimits allowed_;
  int threads_;
  Limits limits_;
  const std::optional<Room> room_;
  const Reserve reserve_{limits_};
  Watch watch_;
  std::exception_ptr error_;
};

}  // namespace conclave
