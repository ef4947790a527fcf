// A decision process in which the states between which a scheduler goes to and fro at no cost are one node,
// so that no policy stays anywhere for ever without a cost.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/chance/decision_process.hpp"
#include "engine/chance/end_components.hpp"

namespace conclave {

struct Components;  // analysis/fairness.hpp

// May an execution end in a state, or stay for ever at no more of this cost?
using MayEnd = std::function<bool(DecisionProcess::State)>;

class Nodes {
 public:
  using State = DecisionProcess::State;
  using Decision = DecisionProcess::Decision;
  using Outcome = DecisionProcess::Outcome;
  static constexpr Decision to_end = ~Decision{0};

  // `free` are the end components in which nothing costs anything. The process must outlive this.
  Nodes(const DecisionProcess&, const EndComponents& free, const MayEnd&);

  std::uint32_t size() const { return static_cast<std::uint32_t>(options_.size()); }
  std::uint32_t of(State state) const { return of_[state]; }
  // What the scheduler may decide. Where this is nothing, an execution stays for ever at no cost.
  const std::vector<Decision>& options(std::uint32_t node) const { return options_[node]; }
  bool decides() const;  // Does it anywhere have a choice?
  std::span<const Outcome> outcomes(Decision d) const {
    return d == to_end ? std::span<const Outcome>() : process_.of(d);
  }
  std::uint64_t among(Decision d) const { return d == to_end ? 1 : process_.among[d]; }

  // Leaves to each node what a scheduler may do that wants the execution to end with probability 1. Returns
  // false if it cannot want that in the first state (C. Courcoubetis and M. Yannakakis 1995).
  bool keep_what_ends(const Limits&);

  // The strongly connected components by those outcomes that are to count.
  Components components(const std::function<bool(const Outcome&)>& counts, const Limits&) const;

 private:
  const DecisionProcess& process_;
  std::vector<std::uint32_t> of_;               // by state
  std::vector<std::vector<Decision>> options_;  // by node
};

}  // namespace conclave
