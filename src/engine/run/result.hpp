// What the exploration of one instance found.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/storage/limits.hpp"
#include "machine/machine.hpp"

namespace conclave {

// An execution from the initial configuration. `loop`: the step before which the part begins that repeats for
// ever.
struct Path {
  std::vector<Step> steps;
  std::optional<std::size_t> loop;
  bool shortest = true;  // no shorter execution does this

  // How often the process that takes the next step is another one; in lock step, what happens besides the
  // algorithm.
  std::size_t switches() const;
};
// Executions that end come before those that go on for ever, then the shorter, then the calmer.
bool operator<(const Path&, const Path&);

// What an execution costs is counted in several ways, by number: all messages sent, those of each kind,
// deliveries; and last time: the number of rounds, or, not always measured, of messages in the longest causal
// chain.
class Costs {
 public:
  explicit Costs(const Program& program) : kinds_(program.message_kinds()), lock_step_(program.lock_step()) {}

  static constexpr std::size_t messages = 0;
  std::size_t deliveries() const { return kinds_.size() + 1; }
  std::size_t time() const { return kinds_.size() + 2; }
  // How many are counted step by step: all but time, unless it is rounds.
  std::size_t counted() const { return time() + (lock_step_ ? 1 : 0); }
  bool counts_time() const { return lock_step_; }
  const std::vector<std::string>& kinds() const { return kinds_; }
  // "messages", the name of a kind, "deliveries" or "time".
  std::string name(std::size_t cost) const;
  std::optional<std::size_t> find(const std::string& name) const;

 private:
  std::vector<std::string> kinds_;
  bool lock_step_;
};

// Over all maximal fair executions of an instance; nothing: unbounded (no largest number; or every one goes
// on for ever).
struct Extremes {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;

  friend bool operator==(const Extremes&, const Extremes&) = default;
};

enum class Extreme { min, max };

// By property, a path where it is violated; of reachability: no step, every execution fails to get there.
// Takes room only where there is one, because results wait by the thousand to be merged.
class Violations {
 public:
  const std::optional<Path>& operator[](std::size_t property) const {
    static const std::optional<Path> none;
    return paths_.empty() ? none : paths_[property];
  }
  std::optional<Path>& operator[](std::size_t property) {
    paths_.resize(most_properties);
    return paths_[property];
  }
  bool any() const {
    return std::ranges::any_of(paths_, [](const auto& path) { return path.has_value(); });
  }

 private:
  std::vector<std::optional<Path>> paths_;  // empty: none
};

struct InstanceResult {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t quiescent = 0;
  StopReason stopped = StopReason::none;  // not none: incomplete, the counts are what was seen so far
  Violations violations;
  std::vector<Extremes> costs;   // those that are counted; empty if incomplete
  std::optional<Extremes> time;  // nothing: not measured
  std::optional<Path> witness;   // of the extreme that was asked for

  std::optional<Path>& violation(PropertyId id) { return violations[static_cast<std::size_t>(id)]; }
  bool violated() const { return violations.any(); }
};

}  // namespace conclave
