// The rules of a theory beside what the machine does: every step that is explored on a ring has to be one
// that a rule describes, or one that changes nothing.
#pragma once

#include <cstdint>
#include <string>

#include "program/limits.hpp"
#include "proof/theory.hpp"
#include "scenario/scenario.hpp"

namespace conclave::proof {

struct Agreement {
  std::uint64_t steps = 0;  // of single processes; each different one once, but in lock step every one
  bool complete = true;     // All reachable configurations were looked at.
  std::string objection;    // what the first step is that no rule describes; empty: there is none
};

// Explores the scenario, which has no reductions of steps and in which nobody crashes, up to so many
// configurations of each instance. In a model with a round body, messages are not lost, because what it has
// sent is seen in mailboxes only.
// Throws LimitReached, ModelError.
Agreement agreement(const Theory&, const Scenario&, std::uint64_t most, Limits&);

}  // namespace conclave::proof
