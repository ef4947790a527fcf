// All rings of a few processes, explored under the weakest network: messages are never used up, so that they
// may be lost, repeated and reordered. Breadth-first, with no reduction: it is where lemmas are learned, and
// where a property fails that no proof can save.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "program/limits.hpp"
#include "proof/steps.hpp"

namespace conclave::proof {

// A step after which a property does not hold, or that breaks it.
struct Failure {
  std::string property;  // empty: the model itself ends with an error
  std::string error;
  Ring before;
  std::optional<Application> step;  // nothing: it fails at the beginning
  Ring after;
  std::size_t steps = 0;  // that lead there, with this one
};

struct SmallRings {
  int explored = 0;  // every ring of so many processes, or fewer
  std::uint64_t configurations = 0;
  std::vector<Ring> all;           // each of these configurations
  std::optional<Failure> failure;  // the first one
};

// Adds all rings of one process more, if they have no more than so many configurations in all; returns
// whether it did. Ends at the first failure of one of the goals. Throws LimitReached.
bool explore_one_more(SmallRings&, const Theory&, const std::vector<const Goal*>& goals, std::size_t most,
                      Limits&);

}  // namespace conclave::proof
