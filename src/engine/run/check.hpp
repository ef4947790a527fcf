// The exhaustive check of one scenario: all its instances, spread over the cores, merged in their order, so
// that every result is the same for any number of threads.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "author/rational.hpp"
#include "engine/run/sweep.hpp"

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
  Rational violating_orders;           // of identifiers (and graphs): some instance of theirs violates it
  std::uint64_t violating_graphs = 0;  // some order of theirs does
};

// One cost over every instance explored, each counted for the orders that it stands for. Nothing: unbounded.
struct CostResult {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::optional<Rational> mean_of_maxima;
  std::optional<Rational> mean_of_minima;
  bool schedule_independent = true;  // in every order all executions cost the same
  Instance at_min;                   // the first that attains them
  Instance at_max;
};

struct CheckResult {
  int processes = 0;
  Verdict verdict = Verdict::inconclusive;
  StopReason stopped = StopReason::none;
  bool complete = false;  // every instance was explored to the end
  // Covered by the instances explored to the end: orders of identifiers with their initiators, where there is
  // just one; and without those.
  Rational orders;
  Rational identifier_orders;
  std::uint64_t instances = 0;  // explored to the end
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t quiescent = 0;
  std::vector<PropertyResult> properties;  // those asked for, in the standard order
  std::vector<CostResult> costs;  // as Costs numbers them; empty before the first instance is explored
  std::optional<CostResult>
      time;  // lock step: always; otherwise if it was looked for and is defined in every instance
  StopReason time_stopped = StopReason::none;  // not none: a limit was reached while it was looked for
  Coverage coverage;
  Reduction reduction = Reduction::none();  // what was made use of
  double seconds = 0;
};

// Throws ModelError.
CheckResult check(const Scenario&, Limits&, const Effort&);

// Violated wins over inconclusive, which wins over holds.
Verdict worse(Verdict, Verdict);

}  // namespace conclave
