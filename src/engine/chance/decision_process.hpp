// The folder chance: what comes of an instance if what is tossed is a matter of probability, and all else is
// decided by a scheduler (a Markov decision process; M. L. Puterman, Markov Decision Processes, 1994).
// GraphPass stores the graph of the instance; then the folder means asks for means and probabilities of
// costs. end_components.hpp finds where a scheduler can keep an execution for ever, nodes.hpp makes one node
// of where it can do so at no cost, cost_question.hpp is what a question about one cost takes from the graph,
// and elimination.hpp solves a system of linear equations.
//
// This file: the decision process of a stored graph. docs/semantics/chance.md says what it means.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/analysis/state_graph.hpp"

namespace conclave {

struct DecisionProcess {
  using State = StateGraph::State;
  using Decision = std::uint32_t;

  // A step that may come of a decision, with the probability ways / among. All outcomes of a decision have
  // one denominator.
  struct Outcome {
    State target;
    std::uint16_t cost;  // an index into Steps::costs()
    std::uint64_t ways;
  };
  std::vector<Decision> first_decision;      // by state, and one more at the end
  std::vector<std::uint64_t> first_outcome;  // by decision, and one more at the end
  std::vector<std::uint64_t> among;          // by decision
  std::vector<Outcome> outcomes;

  State size() const { return static_cast<State>(first_decision.size() - 1); }
  std::span<const Outcome> of(Decision decision) const {
    return std::span(outcomes).subspan(first_outcome[decision],
                                       first_outcome[decision + 1] - first_outcome[decision]);
  }
};

DecisionProcess decision_process(const StateGraph&, const Machine&);

}  // namespace conclave
