// Beside an execution that violates something: the nearest one that goes well. It is an execution of the same
// instance that comes to an end, breaks nothing that was asked, and has as many steps as possible in common
// with the violating one, but parts from it before that one is over. Of these, the adversary does least after
// the two part; then the shortest is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "program/limits.hpp"
#include "trace/trace.hpp"

namespace conclave {

struct GoingWell {
  std::optional<Trace> trace;  // nothing: none was found
  std::size_t common = 0;      // so many steps are in both executions
  // Without a trace: does no execution of the instance go well? Otherwise not all were looked at that have so
  // many steps in common.
  bool none = false;
};

// The most configurations that are looked at behind each step of the violating execution.
inline constexpr std::uint64_t most_for_going_well = 20'000;

// What was asked is told by the trace itself (trace/replay.hpp). Nothing where the trace violates nothing, or
// the model does not follow it, or a limit is reached.
std::optional<GoingWell> find_going_well(const Trace& violating, Limits&,
                                         std::uint64_t most = most_for_going_well);

}  // namespace conclave
