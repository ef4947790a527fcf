// The reachable graph of one instance, with what the analyses need: labelled edges and marks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/run/result.hpp"
#include "engine/storage/array.hpp"

namespace conclave {

struct StateGraph {
  explicit StateGraph(Limits& l) : limits(l), first_edge(l), edges(l), ends(l), predicates(l) {}

  Limits& limits;  // the analyses look at them too

  using State = std::uint32_t;  // numbered breadth-first, 0 is the initial configuration
  struct Edge {
    State target;
    RecordIndex record;
  };
  enum End : std::uint8_t {
    goes_on,
    undecided,  // quiescent, but not everyone has decided
    decided,    // quiescent and final
  };

  Array<std::uint64_t> first_edge;  // by state, and one more
  Array<Edge> edges;                // by source
  Array<std::uint8_t> ends;         // by state
  Array<std::uint32_t> predicates;  // by state, what Program::evaluate says; empty if nothing is stated
  // The messages on their way in a state, as (channel, message), channel after channel; fifo: oldest first.
  using Waiting = std::pair<std::uint32_t, Handlers::Message>;
  std::function<void(State, std::vector<Waiting>&)> waiting_in;

  State discovered = 0;
  // Those whose steps are known: all that were discovered, unless a limit was reached.
  State size() const { return static_cast<State>(ends.size()); }
  std::span<const Edge> out(State state) const {
    return {edges.begin() + first_edge[state], edges.begin() + first_edge[state + 1]};
  }
  bool rests(State state) const { return ends[state] != goes_on; }
};

// Termination, can-terminate and leads-to, into `result.violations`.
void check_liveness(const StateGraph&, const Machine&, InstanceResult&);

// Extreme counts, into `result.costs`.
void measure_costs(const StateGraph&, const Machine&, InstanceResult&);
// An execution that attains an extreme count. Of a most that is unbounded: one that goes round a cycle which
// adds to it; nothing where the least is, because every execution goes on for ever.
std::optional<Path> count_witness(const StateGraph&, const Machine&, std::size_t cost, Extreme);

}  // namespace conclave
