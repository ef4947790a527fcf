// The least or the greatest value of each node, exactly: by strongly connected components, and in each by
// policy iteration (R. A. Howard 1960) with exact elimination.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/analysis/fairness.hpp"
#include "engine/means/stakes.hpp"

namespace conclave {

class Optimum {
 public:
  // Looks for the components once. They depend on which outcomes go on, and on nothing else of the stakes.
  Optimum(const Nodes&, const Stakes&, bool greatest, const Limits&);

  // How many nodes the largest component has that has a cycle.
  std::size_t largest_cycle() const { return largest_cycle_; }
  // The value of each node. It stays until the next call, and follows the stakes.
  const std::vector<Exact>& run();

 private:
  struct Component {
    std::vector<std::uint32_t> members;
    bool turns = false;  // an outcome stays in it
  };

  bool is_better(const Exact& a, const Exact& b) const { return greatest_ ? a > b : a < b; }
  bool is_inside(const Nodes::Outcome& outcome, std::uint32_t component) const {
    return stakes_.goes_on(outcome) && components_.of[nodes_.of(outcome.target)] == component;
  }
  // The mean of what a decision is worth, as far as that is known.
  Exact worth(Nodes::Decision) const;
  // The components to which this one leads are settled.
  void settle(std::uint32_t component);
  Nodes::Decision better_option(std::uint32_t node, Nodes::Decision taken) const;
  // A policy under which the component is left with probability 1.
  std::vector<Nodes::Decision> proper(std::uint32_t component);
  void evaluate(std::uint32_t component, const std::vector<Nodes::Decision>& policy);

  const Nodes& nodes_;
  const Stakes& stakes_;
  const bool greatest_;
  const Limits& limits_;
  Components components_;
  std::vector<Component> of_;         // by number
  std::vector<std::uint32_t> local_;  // by node: where it comes in its component
  std::vector<Exact> value_;          // by node
  std::size_t largest_cycle_ = 0;
};

}  // namespace conclave
