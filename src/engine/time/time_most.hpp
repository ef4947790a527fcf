// The most time of an execution, found by a token that is carried along one causal chain: every message that
// carries it counts. measure_time() and time_witness() use it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/analysis/fairness.hpp"
#include "engine/analysis/paths.hpp"

namespace conclave {

// A node is a configuration with a spot where the token is: nowhere yet, at a process, or on a message. From
// nowhere, and from a process, the token may board a message that a step sends. A message that is received
// hands the token to its receiver, or on to a message that the receiver sends in the same step. The longest
// chain is then the dearest path through these nodes. No clocks have to be kept, so there are only as many
// nodes as configurations times processes and messages.
class MostTime {
 public:
  MostTime(const StateGraph&, const Machine&);

  std::optional<std::int64_t> most() const;
  Path witness() const;

 private:
  using Node = Search::Node;
  struct Message {
    StateGraph::Waiting waiting;
    std::uint32_t position;  // its position in its queue, on fifo
    std::uint32_t copies;    // how many equal messages there are, on bag
  };

  Node node(StateGraph::State state, std::size_t spot) const { return first_[state] + spot; }
  StateGraph::State state_of(Node) const;
  std::span<const Message> messages(StateGraph::State state) const {
    const std::size_t before = state * (processes_ + 1);
    return std::span(messages_).subspan(first_[state] - before,
                                        first_[state + 1] - first_[state] - processes_ - 1);
  }
  void add_messages(const std::vector<StateGraph::Waiting>&);
  // The node in which the token is on a message, given by its position in its queue.
  Node on_message(StateGraph::State, StateGraph::Waiting, std::size_t position) const;
  // Finds the nodes, in the state after a step, of the messages that the step has sent.
  void find_boards(StateGraph::State from, const StateGraph::Edge&, std::vector<Node>& boards) const;
  // Calls move(from, to, received) for each way in which the token moves or stays in a step. `received` says
  // that a message which carries it is received.
  template <class F>
  void for_each_move(StateGraph::State, const StateGraph::Edge&, F&& move) const;
  void find_longest(std::span<const StateGraph::State> component, const Components&);
  Search from_start() const;

  const StateGraph& graph_;
  const Machine& machine_;
  const std::size_t processes_;
  const Network network_;
  std::vector<std::vector<StateGraph::Waiting>> sent_;  // by record: what it sends that somebody hears
  std::vector<Node> first_;                             // by state, and one more at the end: its first node
  std::vector<Message> messages_;                       // the messages on their way, state after state
  std::vector<std::int64_t> most_;                      // by node: how much longer the chain may still get
  std::vector<bool> endless_;  // by node: a message that carries the token is received here on a cycle
};

}  // namespace conclave
