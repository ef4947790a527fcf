// What the exploration of one instance found: counts, violations, costs, executions. The passes and the
// analyses write it, check() merges it, and the traces turn a Path into a trace.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "author/rational.hpp"
#include "machine/saturating.hpp"
#include "machine/step.hpp"
#include "program/limits.hpp"
#include "program/program.hpp"
#include "program/property.hpp"

namespace conclave {

// An execution from the initial configuration. If it goes on for ever, `loop` is the index of the step with
// which the part begins that repeats.
struct Path {
  std::vector<Step> steps;
  std::optional<std::size_t> loop;
  bool shortest = true;     // there is no shorter execution that shows the same
  bool best_known = false;  // If this is not the shortest one: to look again would find no shorter one.
  // If this is not the shortest one: how many steps that has, where it is known. Then it comes to an end.
  std::optional<std::size_t> least = {};

  std::size_t length() const { return least.value_or(steps.size()); }

  // How often the next step is taken by another process. In lock step, this counts the events besides the
  // algorithm.
  std::size_t switches() const;
};
// An execution that ends comes before one that goes on for ever, then the shorter one comes first, then the
// one with fewer switches.
bool operator<(const Path&, const Path&);

// By property: how many steps an execution has that violates it, if that is known.
using Lengths = std::array<std::optional<std::size_t>, most_properties>;

// The costs of an execution are numbered: first all messages that are sent, then the messages of each kind,
// then deliveries, and last time. In lock step time is the number of rounds. On other networks it is the
// number of messages in the longest causal chain, and is not always measured.
class Costs {
 public:
  explicit Costs(const Program& program) : kinds_(program.message_kinds()), lock_step_(program.lock_step()) {}

  static constexpr std::size_t messages = 0;
  std::size_t deliveries() const { return kinds_.size() + 1; }
  std::size_t time() const { return kinds_.size() + 2; }
  // How many costs are counted step by step. These are all costs but time, and time too if it is rounds.
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

// The least and the most of a cost over all maximal fair executions of an instance. A missing most means that
// there is no largest number, a missing least that no execution has a finite cost.
struct Extremes {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;

  friend bool operator==(const Extremes&, const Extremes&) = default;
};

enum class Extreme { min, max };

// A number that lies between two others; it is known exactly if these are the same.
struct Bounds {
  Rational lower;
  Rational upper;

  bool exact() const { return lower == upper; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// The least and the greatest mean of a cost over all schedulers, where something is tossed. A missing
// greatest means that there is no bound, a missing least that no scheduler brings every execution to an end.
struct Expectation {
  std::optional<Bounds> least;
  std::optional<Bounds> greatest;

  friend bool operator==(const Expectation&, const Expectation&) = default;
};

// How means are found: as exact fractions, or as a lower and an upper bound on each. Those of large instances
// are bounds, unless something else is asked for.
enum class Means { by_size, exact, bounds };

// The probability that a cost is at most some number: the least and the greatest over all schedulers.
struct Chances {
  Rational least;
  Rational greatest;

  friend bool operator==(const Chances&, const Chances&) = default;
};
// By the cost, from 0 on. What is left out behind the end is at least as likely as the last one.
using Distribution = std::vector<Chances>;

// Which distributions are wanted, and how far: to the least number that a cost exceeds with a probability of
// at most 1 - `until` under every scheduler, but no further than to `up_to`.
struct Distributed {
  std::vector<std::size_t> costs;  // as Costs numbers them; each counted step by step
  Rational until = 1;
  std::int64_t up_to = 0;
};

// For each property that is violated, an execution that shows it. For a property of reachability this
// execution has no steps, because what is missing is missing from all executions. Room is taken only if there
// is a violation, because results wait by the thousand to be merged.
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
  // Adds violations that are not known yet, and shortest executions of all.
  void add(const Violations& more) {
    for (std::size_t p = 0; p < more.paths_.size(); ++p) {
      const auto& path = more[p];
      if (path && (path->shortest || !std::as_const(*this)[p])) (*this)[p] = path;
    }
  }
  bool any() const {
    return std::ranges::any_of(paths_, [](const auto& path) { return path.has_value(); });
  }

 private:
  std::vector<std::optional<Path>> paths_;  // by property; empty if none is violated
};

struct InstanceResult {
  std::uint64_t states = 0;
  Saturating transitions = 0;
  std::uint64_t quiescent = 0;
  // The limit that was reached; then the counts are what was seen so far.
  StopReason stopped = StopReason::none;
  Violations violations;
  std::vector<Extremes> costs;  // those that are counted step by step; empty if a limit was reached
  // Of the messages of each class, if they are counted apart; a class of which none is sent is left out.
  std::map<std::string, Extremes> shares;
  bool misses_event = false;     // costs are counted until an event, and in some execution it never comes
  std::optional<Extremes> time;  // if it was measured
  std::vector<Expectation> expected;  // of the costs that are counted step by step; if the task asked for it
  std::vector<Distribution> distributions;  // of the costs of which the task asked for it
  std::optional<Path> witness;              // of the extreme that the task asked for

  std::optional<Path>& violation(PropertyId id) { return violations[static_cast<std::size_t>(id)]; }
  bool violated() const { return violations.any(); }
};

}  // namespace conclave
