// The exhaustive check of one scenario: all its instances, spread over the cores, merged in their order, so
// that every result is the same for any number of threads.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <vector>

#include "explore/explorer.hpp"

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
};

// Messages of one kind, or all, over every instance explored. A bound that some instance does not have is
// none.
struct CostResult {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::optional<boost::multiprecision::cpp_rational> mean_of_maxima;  // over identifier orders
};

struct CheckResult {
  int processes = 0;
  Verdict verdict = Verdict::inconclusive;
  StopReason stopped = StopReason::none;
  boost::multiprecision::cpp_int orders;  // of identifiers, covered by the instances explored to the end
  std::uint64_t instances = 0;            // explored to the end
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t quiescent = 0;
  std::vector<PropertyResult> properties;  // those asked for, in the standard order
  std::vector<CostResult> messages;        // all, then by kind; empty before the first instance is explored
  double seconds = 0;
};

// After the first instance that violates a property the rest is left out, unless keep_going. Throws
// ModelError.
CheckResult check(const Scenario&, Limits&, int threads, bool keep_going);

// Violated wins over inconclusive, which wins over holds.
Verdict worse(Verdict, Verdict);

}  // namespace conclave
