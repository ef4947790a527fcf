// How long executions take: every message takes at most one unit, local computation none. The time of an
// execution is the number of messages in its longest causal chain: m1, m2, ... where m(k+1) is sent by the
// process that received m(k), in that step or later. Only messages that are received count.
#pragma once

#include "engine/analysis/state_graph.hpp"

namespace conclave {

// A chain of messages is all that links two processes, unless they read one queue or write one network whole.
// With faults there is none either: how long does a message take that is lost?
bool time_is_defined(const Machine&);

// Over all maximal fair executions of the instance, exactly. The graph must know what is in waiting.
Extremes measure_time(const StateGraph&, const Machine&);
// An execution that attains an extreme. Where the most is unbounded: one round of it makes a chain longer.
// Nothing where the least is unbounded, or where time is not defined.
std::optional<Path> time_witness(const StateGraph&, const Machine&, Extreme);

}  // namespace conclave
