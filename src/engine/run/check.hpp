// The folder run: everything from a scenario to its result. check() is what the command, the traces and most
// tests call; whoever wants to explore single instances uses an Explorer.
//
// check() (check.cpp) has a Sweep (pieces/sweep.hpp) explore all instances of the scenario, on all cores, and
// add up their results in one order, so that no result depends on how the work was divided. A second sweep
// looks for time, where that is not too much. Each thread of a sweep has an Explorer (explorer.hpp), which
// explores one instance after the other: it has a machine, and chooses the pass and the layout of
// configurations that the instance needs. A Task (task.hpp) says what is wanted of an instance beyond counts;
// an InstanceResult (result.hpp) is what was found in it, with executions as Paths and costs as Extremes.
//
// Costs are counts of messages, deliveries or units of time. Sums and means over orders of identifiers are
// exact rational numbers, because one instance may stand for very many orders. Memory is counted in bytes,
// and limits (program/limits.hpp) are one object for the whole run.
//
// This file: check(), the exhaustive check of one scenario, and its result.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "author/claim.hpp"
#include "author/rational.hpp"
#include "engine/run/result.hpp"
#include "engine/run/task.hpp"
#include "machine/coverage.hpp"
#include "machine/saturating.hpp"
#include "scenario/instances.hpp"

namespace conclave {

enum class Verdict { holds, violated, inconclusive };

struct Counterexample {
  Instance instance;
  Path path;
};

struct PropertyResult {
  PropertyId id{};
  Verdict verdict = Verdict::inconclusive;
  std::optional<Counterexample> counterexample;
  std::uint64_t violating_instances = 0;
  // How many orders of identifiers (on all graphs) have an instance that violates the property.
  Rational violating_orders;
  std::uint64_t violating_graphs = 0;  // on so many graphs some order violates it
};

// One cost over all instances that were explored, each counted for the orders that it stands for. A number
// that is missing is unbounded.
struct CostResult {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::optional<Rational> mean_of_maxima;
  std::optional<Rational> mean_of_minima;
  bool schedule_independent = true;  // in every order, all executions cost the same
  // Where something is tossed, if the effort asks for it: the means over the orders of the least and of the
  // greatest mean that a scheduler brings about.
  std::optional<Expectation> expected;
  std::optional<Distribution> distribution;  // if the effort asks for it, of all orders together
  Instance at_min;  // the first instance that attains min; and the first that attains max
  Instance at_max;
};

// A reduction that was asked for, but of which no use was made, because the model does not allow it.
struct Refusal {
  enum class Of { symmetry, order, independence, draws };
  Of of{};
  std::optional<naming::Kind> by;  // the names that the model does not take for opaque, if these are known
  std::string why;                 // such as "receive chooses ports by their numbers"
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

// The costs of those instances that are one case to claims.
struct CaseResult {
  Rational orders;                // as CheckResult::orders counts them
  std::vector<CostResult> costs;  // as Costs numbers them
  std::optional<CostResult> time;
};

struct CheckResult {
  int processes = 0;
  Verdict verdict = Verdict::inconclusive;
  StopReason stopped = StopReason::none;
  bool complete = false;  // every instance was explored to the end
  // How many orders of identifiers the instances cover that were explored to the end. In `orders`, an order
  // counts once for each start, where these are counted; in `identifier_orders`, it counts once.
  Rational orders;
  Rational identifier_orders;
  std::uint64_t instances = 0;  // explored to the end
  std::uint64_t states = 0;
  Saturating transitions = 0;
  std::uint64_t quiescent = 0;
  std::vector<PropertyResult> properties;  // those that were asked for, in the standard order
  std::vector<CostResult> costs;  // as Costs numbers them; empty before the first instance is explored
  // Of the messages of each class, if the scenario splits them.
  std::map<std::string, CostResult> shares;
  bool misses_event = false;  // in some execution the event never comes until which costs are counted
  // In lock step time is always there; otherwise if it was looked for and is defined in every instance.
  std::optional<CostResult> time;
  std::map<Case, CaseResult> cases;  // if the effort asks for them
  // The limit that was reached after that, while shortest executions or time were looked for.
  StopReason time_stopped = StopReason::none;
  Coverage coverage;
  Reduction reduction = Reduction::none();  // the reductions that were used
  std::vector<Refusal> refused;
  double seconds = 0;
  bool recalled = false;  // a part of it was found in other runs, whose time is not in `seconds`
};

// The model went wrong. What was found before is not lost.
struct StoppedByError : ModelError {
  StoppedByError(const std::string& what, CheckResult before) : ModelError(what), found(std::move(before)) {}
  CheckResult found;
};

// The same where the model is right, but the ledger cannot go on.
struct StoppedByLedger : StoppedByError {
  using StoppedByError::StoppedByError;
};

// Changes a scenario so that it does without a reduction. Throws TopologyError if it then has too many
// graphs.
void do_without(Refusal::Of, Scenario&);

// Throws StoppedByError, TopologyError. Where the model does not allow a reduction, the scenario is changed
// to do without: it is then the one to which the result's instances belong.
CheckResult check(Scenario&, Limits&, const Effort&);
CheckResult check(const Scenario&, Limits&, const Effort&);  // for who wants no instances

// In a process that serves the one that leads: helps it with these scenarios, until it is told to quit. The
// effort has a wire.
void serve(const std::vector<Scenario>&, Limits&, const Effort&);

// Violated wins over inconclusive, which wins over holds.
Verdict worse(Verdict, Verdict);

}  // namespace conclave
