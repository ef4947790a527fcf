// The folder means: what is expected where something is tossed, and how it is distributed. All of it is the
// best that a scheduler can bring about on the nodes of a decision process (chance/nodes.hpp), for stakes
// that a question sets. expected.hpp asks for means of costs, distribution.hpp for the probabilities of
// costs. optimum.hpp finds the best exactly, and bounds.hpp finds lower and upper bounds where that would
// take too long. What comes of instances is added up in merge/means.hpp.
// docs/semantics/chance.md has the proofs.
//
// This file: the stakes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/chance/exact.hpp"
#include "engine/chance/nodes.hpp"

namespace conclave {

// What an outcome is worth: its gain and, if it goes on, the value of the node to which it leads.
class Stakes {
 public:
  virtual ~Stakes() = default;
  virtual bool goes_on(const Nodes::Outcome&) const = 0;
  virtual const Exact& gain(const Nodes::Outcome&) const = 0;  // at least 0
  virtual const Exact& at_end() const = 0;                     // the value of ending, and of staying for ever
};

// The cost of all steps to come.
class CostStakes : public Stakes {
 public:
  // By vector of costs (Steps::costs()).
  explicit CostStakes(const std::vector<std::uint16_t>& weights) : weights_(weights.begin(), weights.end()) {}

  bool goes_on(const Nodes::Outcome&) const override { return true; }
  const Exact& gain(const Nodes::Outcome& outcome) const override { return weights_[outcome.cost]; }
  const Exact& at_end() const override { return zero_; }

 private:
  std::vector<Exact> weights_;
  const Exact zero_ = 0;
};

}  // namespace conclave
