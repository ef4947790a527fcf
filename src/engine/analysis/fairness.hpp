// Where an execution can fairly stay for ever: strongly connected components, and the fair ones among them.
// The analyses of liveness, costs and time ask for them. docs/semantics/properties.md has the proof; the
// method for strong fairness is the emptiness check of Streett automata (Emerson and Lei 1987).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/analysis/state_graph.hpp"

namespace conclave {

// Says which steps of a state an analysis looks at.
using StepFilter = std::function<bool(StateGraph::State, const StateGraph::Edge&)>;

// The strongly connected components of the graph, found when they are first asked for.
const Components& strong_components(const StateGraph&);
// The same for any graph, given by its edges, which are sorted by their source.
using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
Components strong_components(std::size_t nodes, const Edges&, const Limits&);

// The states of each component.
class Members {
 public:
  explicit Members(const Components&);
  std::span<const StateGraph::State> of(std::uint32_t component) const {
    return std::span(states_).subspan(first_[component], first_[component + 1] - first_[component]);
  }

 private:
  std::vector<StateGraph::State> states_;  // component after component
  std::vector<std::uint32_t> first_;       // by component, and one more at the end
};

// Sets of states in which an execution that takes only admitted steps can go on for ever and be fair, and
// visit all states of the set again and again. Every fair execution of admitted steps stays inside such a set
// from some point on.
//
// Under `none`, such a set is a component with an edge inside. Under `weak`, in addition every owed action
// that is enabled in all its states is taken on some edge inside. Under `strong`, every owed action that is
// enabled in some of its states is; where an action is not, the states in which it is enabled are left out,
// and what remains is divided into components again. Where something is tossed, the set is one in which a
// scheduler can keep the execution whatever comes up, and this holds with probability 1
// (docs/semantics/chance.md).
FairRegions fair_regions(const StateGraph&, const Machine&, const StepFilter&);

// A walk inside the set of a state, from that state back to it, which is fair when it is repeated for ever.
// An execution that goes on for ever tosses whatever may come up; the walk shows one outcome where it
// suffices, or, if it is to be `each`, goes on until it has taken each outcome of whatever it tosses.
enum class Outcomes : std::uint8_t { one, each };
std::vector<RecordIndex> fair_loop(const StateGraph&, const Machine&, const FairRegions&, const StepFilter&,
                                   StateGraph::State, Outcomes = Outcomes::one);

// A lasso with a shortest stem to a state where an execution can fairly stay for ever; nothing if there is
// none.
std::optional<Path> shortest_lasso(const StateGraph&, const Machine&, const StepFilter&);

}  // namespace conclave
