// Whether the exploration of a scenario may leave out executions that differ only in the sequence of
// independent steps. The explorer asks once for each scenario; which steps are independent is found out step
// by step (AsyncSteps::is_isolated(), Commuting).
#pragma once

#include "machine/provisos.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// Independence helps nothing in lock step, where all processes step at once, and where processes copy the
// whole network; and where a property looks at the messages on their way, every delivery shows
// (docs/semantics/independence.md).
bool independence_applies(const Scenario&, const Provisos& = {});

}  // namespace conclave
