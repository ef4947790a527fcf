// The folder time: how long executions take, for networks on which that is not simply a number of rounds.
// Every message takes at most one unit of time, and local computation takes none. So the time of an execution
// is the number of messages in its longest causal chain m1, m2, ..., where m(k+1) is sent by the process that
// received m(k), in that step or later. Only messages that are received count. docs/semantics/costs.md
// defines this and proves that what is computed here is exact.
//
// GraphPass calls measure_time() and time_witness() on the graph that it has stored. The two extremes are
// found in different ways, without any clocks: time_most.hpp follows a token along one causal chain,
// time_least.hpp explores in rounds. Replay (trace/clocks.hpp) counts the time of a single execution by
// clocks, and so checks the witnesses. This takes ten times as long as everything else, so it is done where
// the number of configurations allows it (run/check.cpp).
#pragma once

#include <optional>

#include "engine/analysis/state_graph.hpp"

namespace conclave {

// Is time defined for this scenario? It is if messages are all that links two processes. It is not if several
// processes read one queue, if a process copies the network, or with faults, because it has no meaning how
// long a lost message takes.
bool time_is_defined(const Machine&);

// The exact extremes over all maximal fair executions of the instance. The graph must have waiting_in.
Extremes measure_time(const StateGraph&, const Machine&);
// An execution that attains an extreme. If the most is unbounded, each passage through its loop makes a chain
// longer. Returns nothing if the least is unbounded, or if time is not defined.
std::optional<Path> time_witness(const StateGraph&, const Machine&, Extreme);

}  // namespace conclave
