// The folder selfcheck: tries on small instances what the reductions rest on. Each reduction, and all
// together, is compared with none; and, without reductions, the network with its places numbered otherwise,
// and other identifiers. Watched (program/watched.hpp) looks at single calls of a model; this looks at what
// comes of them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/check.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// What was compared with one number of processes.
struct Trial {
  struct Difference {
    std::string with;  // "symmetry", "all reductions", "places numbered otherwise", "other identifiers"
    std::string what;  // such as "unique-leader holds; without reductions it is violated"
    std::vector<Refusal::Of> contradicts;
  };
  int processes = 0;
  std::uint64_t states = 0;        // without reductions
  std::vector<std::string> tried;  // as in `with`; empty if there were too many configurations
  std::vector<Difference> differences;
  std::vector<Refusal> refused;  // what check() does without anyway
};

// The first thing that must not depend on a reduction, but does: verdicts, orders, how short counterexamples
// are, costs. Empty if there is none. With `same_orders` numbers of orders are compared too.
std::string first_difference(const Scenario&, const CheckResult& reduced, const CheckResult& plain,
                             bool same_orders = true);

// Each exploration may take so much memory. Throws ModelError.
Trial selfcheck(const Scenario&, std::size_t memory);

}  // namespace conclave
