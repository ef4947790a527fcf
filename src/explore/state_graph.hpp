// The reachable graph of one instance, with what the analyses need: labelled edges, breadth-first parents,
// marks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "explore/array.hpp"
#include "explore/result.hpp"

namespace conclave {

struct StateGraph {
  explicit StateGraph(Limits& l) : limits(l), first_edge(l), edges(l), parents(l), ends(l) {}

  Limits& limits;  // the analyses look at them too

  using State = std::uint32_t;  // numbered breadth-first, 0 is the initial configuration
  struct Edge {
    State target;
    Machine::RecordIndex record;
  };
  enum End : std::uint8_t {
    goes_on,
    undecided,  // quiescent, but not everyone has decided
    decided,    // quiescent and final
  };

  Array<std::uint64_t> first_edge;  // by state, and one more
  Array<Edge> edges;                // by source
  Array<Edge> parents;              // by state: `target` is the parent
  Array<std::uint8_t> ends;         // by state
  // A state and a step out of it (none: the state itself).
  struct Finding {
    State state;
    std::optional<Machine::RecordIndex> last;
  };
  // Where only some process's start is awaited, the initial configuration does not count as quiescent, but it
  // does for an execution that comes back to it.
  bool someone_must_start = false;
  std::optional<Finding> return_to_initial;

  State size() const { return static_cast<State>(ends.size()); }
  std::span<const Edge> out(State state) const {
    return {edges.begin() + first_edge[state], edges.begin() + first_edge[state + 1]};
  }
  // Records of the shortest execution to a state.
  std::vector<Machine::RecordIndex> path_to(State state) const {
    std::vector<Machine::RecordIndex> path;
    for (; state != 0; state = parents[state].target) path.push_back(parents[state].record);
    std::ranges::reverse(path);
    return path;
  }
};

// Which steps of a state an analysis looks at.
using StepFilter = std::function<bool(StateGraph::State, const StateGraph::Edge&)>;

// Strongly connected components over the steps that the filter admits. Components are numbered so that every
// step between two of them goes from a higher to a lower number.
struct Components {
  std::vector<std::uint32_t> of;  // by state
  std::uint32_t count = 0;
};
Components strong_components(const StateGraph&, const StepFilter&);

// By component: can an execution stay in it for ever, taking only steps that the filter admits, and be weakly
// fair: every owed action (receiver, channel and message; or a process's own step) that is enabled in all of
// its states is taken in it? A cycle inside a component that is not fair is not fair either, so components
// suffice.
std::vector<bool> fair_components(const StateGraph&, const Machine&, const Components&, const StepFilter&);

// Termination and can-terminate under weak fairness, into `result.violations`.
void check_liveness(const StateGraph&, const Machine&, InstanceResult&);

// Extreme numbers of messages, into `result.messages`.
void measure_costs(const StateGraph&, const Machine&, InstanceResult&);

}  // namespace conclave
