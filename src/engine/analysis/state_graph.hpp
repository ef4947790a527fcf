// The folder analysis: what is decided on the stored graph of one instance. GraphPass stores the graph while
// it explores; then it calls the functions here, one for each question.
//
// state_graph.hpp (this file) has the graph itself, StateGraph, and the functions that look at all of it:
// check_liveness() for the verdicts of liveness properties (liveness.cpp), check_rounds() for what is claimed
// of each round (rounds.cpp), measure_costs() and count_witness() for the extremes of counted costs
// (costs.cpp). paths.hpp finds shortest executions, and among them one with the fewest switches from process
// to process. fairness.hpp finds where an execution can fairly stay for ever, and lassos. Time is found on
// the same graph, in the folder time/.
//
// States are numbered breadth-first, steps are records of the machine (RecordIndex), and costs are counts.
// The proofs are in docs/semantics/properties.md and docs/semantics/costs.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/run/result.hpp"
#include "engine/storage/array.hpp"
#include "machine/machine.hpp"

namespace conclave {

// Strongly connected components, numbered so that every step between two of them goes from a higher to a
// lower number.
struct Components {
  std::vector<std::uint32_t> of;  // by state
  std::uint32_t count = 0;
};

// Sets of states in which an execution can fairly stay for ever (fairness.hpp).
struct FairRegions {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> of;  // by state: the number of its set, or none
  std::vector<bool> may_leave;    // by edge, if anything is tossed: another toss would lead out of its set

  bool contains(std::uint32_t state) const { return of[state] != none; }
  bool leaves(std::size_t edge) const { return !may_leave.empty() && may_leave[edge]; }
};

struct StateGraph {
  explicit StateGraph(Limits& l)
      : limits(l), first_edge(l), edges(l), ends(l), standings(l), predicates(l), shares(l) {}

  // Begins anew.
  void forget() {
    first_edge.clear();
    edges.clear();
    ends.clear();
    standings.clear();
    predicates.clear();
    shares.clear();
    levels.clear();
    discovered = 0;
    components.reset();
    fair.reset();
  }

  Limits& limits;  // the analyses poll them, too

  using State = std::uint32_t;  // numbered breadth-first; 0 is the initial configuration
  struct Edge {
    State target;
    RecordIndex record;
  };
  enum End : std::uint8_t {
    goes_on,
    undecided,  // quiescent, but not everyone has decided
    decided,    // quiescent and final
  };
  enum Standing : std::uint8_t {
    led = 1,       // somebody is leader
    deserted = 2,  // nobody is left who could be
  };

  Array<std::uint64_t> first_edge;  // by state, and one more at the end
  Array<Edge> edges;                // by source
  // By how many steps lead there, at least: the first such state; last of all, the first one that is deeper
  // than all that have known steps.
  std::vector<State> levels;
  Array<std::uint8_t> ends;       // by state
  Array<std::uint8_t> standings;  // by state: bits of Standing
  // By state: what Program::evaluate says; empty if the model states no properties.
  Array<std::uint32_t> predicates;
  // By edge: the number of the share of the messages that are sent; empty if they are not counted apart.
  Array<std::uint32_t> shares;
  // Lists the messages on their way in a state as (channel, message), channel after channel, on fifo the
  // oldest first. Only the analyses of time need it.
  using Waiting = std::pair<std::uint32_t, Handlers::Message>;
  std::function<void(State, std::vector<Waiting>&)> waiting_in;

  // Where all analyses begin: what strong_components() and fair_regions() have found out over all steps.
  mutable std::optional<Components> components;
  mutable std::optional<FairRegions> fair;

  State discovered = 0;
  // How many states have known steps. These are all that were discovered, unless a limit was reached.
  State size() const { return static_cast<State>(ends.size()); }
  // How many steps lead to a state, at least.
  std::uint32_t level(State state) const {
    return static_cast<std::uint32_t>(std::ranges::upper_bound(levels, state) - levels.begin()) - 1;
  }
  std::span<const Edge> out(State state) const {
    return {edges.begin() + first_edge[state], edges.begin() + first_edge[state + 1]};
  }
  // Of an edge of this graph: its index in `edges`.
  std::size_t number(const Edge& edge) const { return static_cast<std::size_t>(&edge - edges.begin()); }
  bool rests(State state) const { return ends[state] != goes_on; }
  bool has_leader(State state) const { return (standings[state] & led) != 0; }
  bool is_deserted(State state) const { return (standings[state] & deserted) != 0; }
};

// Decides those of termination, can-terminate, election and leads-to that `of` contains. Writes
// `result.violations`; of an execution that ends and has `enough` steps or more only the length.
void check_liveness(const StateGraph&, const Machine&, PropertySet of, const Lengths& enough,
                    InstanceResult&);

// Decides what the model claims of each round of lock step. `broken` says which statements do not hold in a
// state after so many rounds, one bit for each. Writes `result.violations`.
void check_rounds(const StateGraph&, Machine&,
                  const std::function<std::uint32_t(StateGraph::State, int round)>& broken, InstanceResult&);

// Finds the extremes of all counted costs, and of each class of messages if they are counted apart. Writes
// `result.costs` and `result.shares`.
void measure_costs(const StateGraph&, const Machine&, InstanceResult&);
// Is there a fair execution without an end?
bool goes_on_for_ever(const StateGraph&, const Machine&);
// Finds an execution that attains an extreme. If the most is unbounded, this is an execution that goes round
// a cycle which adds to the cost. If the least is unbounded there is none, because every execution goes on
// for ever.
std::optional<Path> count_witness(const StateGraph&, const Machine&, std::size_t cost, Extreme);

}  // namespace conclave
