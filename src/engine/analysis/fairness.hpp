// Where an execution can fairly stay for ever.
#pragma once

#include "engine/analysis/state_graph.hpp"

namespace conclave {

// Which steps of a state an analysis looks at.
using StepFilter = std::function<bool(StateGraph::State, const StateGraph::Edge&)>;

// Strongly connected components over the steps that the filter admits. Components are numbered so that every
// step between two of them goes from a higher to a lower number.
struct Components {
  std::vector<std::uint32_t> of;  // by state
  std::uint32_t count = 0;
};
Components strong_components(const StateGraph&, const StepFilter&);
// The same of any graph, given by its edges, sorted by source.
Components strong_components(std::size_t nodes,
                             const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges);
std::vector<std::vector<StateGraph::State>> members(const Components&);

// Sets of states in which an execution that takes admitted steps only can go on for ever and be fair,
// visiting all of the set again and again. Weak: a component with a cycle, in which every owed action that is
// enabled in all its states is taken. Strong: the same of every owed action that is enabled in some state;
// where one is not taken, its states are left out and what remains is looked at again (emptiness of Streett
// automata; Emerson and Lei 1987). None: a component with a cycle. An execution that is fair in another way
// stays inside such a set too: docs/semantics/properties.md.
struct FairRegions {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> of;  // by state: its set, or none

  bool contains(StateGraph::State state) const { return of[state] != none; }
};
FairRegions fair_regions(const StateGraph&, const Machine&, const StepFilter&);

// A walk inside the set of a state, back to that state, which is itself fair.
std::vector<RecordIndex> fair_loop(const StateGraph&, const Machine&, const FairRegions&, const StepFilter&,
                                   StateGraph::State);

// The shortest stem to a state where an execution can fairly stay for ever, and the loop there; nothing if
// there is none.
std::optional<Path> shortest_lasso(const StateGraph&, const Machine&, const StepFilter&);

}  // namespace conclave
