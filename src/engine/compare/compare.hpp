// Two models on the same instances: which of them is cheaper on which order of identifiers and by how much,
// and whether they can be told apart at all (parting.hpp). Verdicts are check()'s.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "author/rational.hpp"
#include "engine/compare/parting.hpp"
#include "program/limits.hpp"
#include "scenario/instances.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// One cost of both models. Each order of identifiers (with each initiator, if just one starts) counts with
// the dearest of its executions; the difference is what the second model takes more than the first one.
struct CostDifference {
  std::string cost;            // as Costs names it
  Rational first_cheaper = 0;  // orders
  Rational equal = 0;
  Rational second_cheaper = 0;
  Rational incomparable = 0;  // only one of the two is unbounded
  // Over the orders on which both are bounded; nothing: there are none.
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::optional<Rational> mean;
  Instance at_min;
  Instance at_max;
};

struct Comparison {
  int processes = 0;
  Rational orders = 0;
  std::vector<CostDifference> costs;
  // The shortest way to tell the models apart; nothing if there is none.
  std::optional<Parting> parting;
  bool comparable = true;  // false: they have other channels, so that no step of one is like any of the other
  std::uint64_t pairs = 0;  // of configurations that were looked at
  StopReason stopped = StopReason::none;
};

// Two scenarios that differ in their models only, with the same graphs. Symmetric orders stand for each other
// if both scenarios are reduced by symmetry, and their symmetries are the same. Throws ModelError.
Comparison compare(const Scenario& first, const Scenario& second, Limits&);

}  // namespace conclave
