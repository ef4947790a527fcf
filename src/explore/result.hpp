// What the exploration of one instance found.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "explore/limits.hpp"
#include "machine/machine.hpp"

namespace conclave {

// An execution from the initial configuration. `loop`: the step before which the part begins that repeats for
// ever.
struct Path {
  std::vector<Step> steps;
  std::optional<std::size_t> loop;
  bool shortest = true;  // no shorter execution does this
};

// Over all maximal fair executions of an instance; nothing: unbounded (no largest number; or every one sends
// for ever).
struct Extremes {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
};

struct InstanceResult {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t quiescent = 0;
  StopReason stopped = StopReason::none;  // not none: incomplete, the counts are what was seen so far
  // By property; a path where it is violated.
  std::array<std::optional<Path>, property_count> violations;
  // Messages sent: all, then by kind. Empty if incomplete.
  std::vector<Extremes> messages;

  bool violated() const {
    for (const auto& path : violations) {
      if (path) return true;
    }
    return false;
  }
};

}  // namespace conclave
