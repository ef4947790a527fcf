// The least time of an execution, found by exploring in rounds in which only messages from earlier rounds are
// received. measure_time() and time_witness() use it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/analysis/fairness.hpp"
#include "engine/analysis/paths.hpp"

namespace conclave {

// Steps that are not causally linked commute. So an execution of time t can be reordered into rounds 0 to t,
// in which each step is in the round of the longest chain that ends there. In round k it receives only
// messages that were sent in earlier rounds. Conversely, an execution in k rounds that receives only such
// messages has no chain longer than k. Therefore the least time is the least number of rounds.
//
// A round is explored as pairs of a configuration and those of its messages that are old, that is, sent in
// earlier rounds. A pair with more old messages, or in an earlier round, can do everything that another pair
// with the same configuration can. Only such pairs are looked at, so most configurations are looked at once.
class LeastTime {
 public:
  // Only who will ask for a witness has its loop looked for.
  enum class Sought { time, witness };
  LeastTime(const StateGraph&, const Machine&, Sought);

  std::optional<std::int64_t> least() const { return least_; }
  Path witness() const;

 private:
  // Sorted; a message that is there twice is listed twice.
  using AllWaiting = std::vector<StateGraph::Waiting>;
  using Index = std::uint32_t;
  static constexpr Index none = ~Index{0};
  struct Node {
    StateGraph::State state;
    AllWaiting old;
    Index from = none;  // the node before, and the step that led from it
    RecordIndex record = 0;
    Index alike = none;  // the node before it in this round that has the same configuration
  };

  void begin_round();
  bool explore_round();
  bool explore(Index);
  bool stay();
  bool after(const Node&, const StateGraph::Edge&, AllWaiting& left) const;
  Index visit(StateGraph::State, const AllWaiting& old, Index from, RecordIndex);

  const StateGraph& graph_;
  const Machine& machine_;
  const Sought sought_;
  bool cyclic_;
  std::vector<bool> seen_;  // by state: reached in an earlier round
  std::vector<Node> nodes_;
  AllWaiting left_;  // what after() has written
  Index round_begin_ = 0;
  std::vector<Index> here_;  // by state: the last node of this round that has it
  std::optional<std::int64_t> least_;
  Index end_ = none;
  std::optional<RecordIndex> last_;   // the step after end_ that reaches quiescence
  std::vector<RecordIndex> forever_;  // or the loop at end_
};

}  // namespace conclave
