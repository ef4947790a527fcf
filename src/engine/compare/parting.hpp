// Can two models be told apart? Both run beside each other on one instance, under the same schedule: whenever
// one takes a step, the other takes the step that looks the same to who runs the network. Such a step has the
// same kind, process, channel and choices; a message is only looked into where it has to be told from others
// of its channel. The models part where one of them cannot take a step that the other can, or where after a
// step others lead, or other numbers of messages were sent or are on their way. If they never part they
// cannot be told apart: for every schedule the same processes lead, at the same cost.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/run/result.hpp"
#include "program/limits.hpp"
#include "scenario/instances.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// Where two models part, and the shortest execution of each that leads there.
struct Parting {
  enum class What {
    step,     // only one of them can take the last step
    leaders,  // after the last step others lead
    sent,     // in the last step they send other numbers of messages
    traffic,  // after it other numbers of messages are on their way
  };
  What what{};
  int able = 0;  // of `step`: which model can take it; its path has this step more than the other's
  Instance instance;
  std::array<Path, 2> paths;

  std::size_t steps() const { return std::max(paths[0].steps.size(), paths[1].steps.size()); }
};

class Partings {
 public:
  // Two scenarios that differ in their models only. They and the limits must outlive this.
  Partings(const Scenario& first, const Scenario& second, Limits&);
  ~Partings();

  // Have both models the same channels on this topology? If not, no step of one is like any of the other.
  bool are_comparable(const Instance&);
  // Nothing if the models cannot be told apart within so many steps. Throws ModelError and LimitReached.
  std::optional<Parting> find(const Instance&, std::size_t most_steps);
  std::uint64_t pairs() const { return pairs_; }  // of configurations that were looked at

 private:
  class Side;
  class Pairs;

  std::array<std::unique_ptr<Side>, 2> sides_;
  Limits& limits_;
  std::uint64_t pairs_ = 0;
};

}  // namespace conclave
