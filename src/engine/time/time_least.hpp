// The least time of an execution: rounds in which only messages sent in earlier rounds are received.
#pragma once

#include "engine/analysis/fairness.hpp"
#include "engine/analysis/paths.hpp"

namespace conclave {

// Steps whose messages are not causally linked commute, so an execution of time t can be reordered into
// rounds 0..t, each step in the round of the longest chain that ends there. In round k only messages sent
// before it are received; the other way round, whoever keeps to that has no chain longer than k. So the least
// time is the least number of rounds, and a round is explored as pairs of a configuration and the messages in
// it that are old. Whoever has the same configuration with more old messages, or had it in an earlier round,
// can do all that others can, and only those are looked at: most configurations once.
class LeastTime {
 public:
  LeastTime(const StateGraph&, const Machine&);

  std::optional<std::int64_t> least() const { return least_; }
  Path witness() const;

 private:
  using AllWaiting = std::vector<StateGraph::Waiting>;  // sorted, copies repeated
  using Index = std::uint32_t;
  static constexpr Index none = ~Index{0};
  struct Node {
    StateGraph::State state;
    AllWaiting old;
    Index from = none;  // and the step that led here
    RecordIndex record = 0;
    Index alike = none;  // the node of this round before it that has the same configuration
  };

  void begin_round();
  bool explore_round();
  bool explore(Index);
  bool stay();
  std::optional<AllWaiting> after(const Node&, const StateGraph::Edge&) const;
  Index visit(StateGraph::State, AllWaiting&& old, Index from, RecordIndex);

  const StateGraph& graph_;
  const Machine& machine_;
  bool cyclic_;
  std::vector<bool> seen_;  // by state: reached in an earlier round
  std::vector<Node> nodes_;
  Index round_begin_ = 0;
  std::vector<Index> here_;  // by state: its last node of this round
  std::optional<std::int64_t> least_;
  Index end_ = none;
  std::optional<RecordIndex> last_;   // a step after end_
  std::vector<RecordIndex> forever_;  // or a loop there
};

}  // namespace conclave
