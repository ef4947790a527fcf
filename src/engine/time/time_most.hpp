// The most time of an execution: a token is carried along one causal chain, and every message that carries it
// counts.
#pragma once

#include "engine/analysis/fairness.hpp"
#include "engine/analysis/paths.hpp"

namespace conclave {

// Looks at pairs of a configuration and where the token is: nowhere yet, at a process, or on a message.
// Nowhere and at a process it may board a message that a step sends; a message that is received hands it to
// the receiver, or on to what the receiver sends in that step. The longest chain is then the dearest path,
// and nothing of clocks need be kept: there are only as many pairs as configurations times processes and
// messages.
class MostTime {
 public:
  MostTime(const StateGraph&, const Machine&);

  std::optional<std::int64_t> most() const;
  Path witness() const;

 private:
  using Node = Search::Node;
  struct Message {
    StateGraph::Waiting waiting;
    std::uint32_t position;  // fifo: in its queue
    std::uint32_t copies;    // bag: how many alike
  };

  Node node(StateGraph::State state, std::size_t spot) const { return first_[state] + spot; }
  StateGraph::State state_of(Node) const;
  std::span<const Message> messages(StateGraph::State state) const {
    const std::size_t before = state * (processes_ + 1);
    return std::span(messages_).subspan(first_[state] - before,
                                        first_[state + 1] - first_[state] - processes_ - 1);
  }
  void add_messages(const std::vector<StateGraph::Waiting>&);
  // The node of a message; position: in its queue.
  Node on_message(StateGraph::State, StateGraph::Waiting, std::size_t position) const;
  // The nodes of messages that a step sent, in the state after it.
  void find_boards(StateGraph::State from, const StateGraph::Edge&, std::vector<Node>& boards) const;
  // Calls move(from, to, received) for each way in which the token goes along, or stays, in a step.
  template <class F>
  void for_each_move(StateGraph::State, const StateGraph::Edge&, F&& move) const;
  void find_longest(const std::vector<StateGraph::State>& component, const Components&);
  Search from_start() const;

  const StateGraph& graph_;
  const Machine& machine_;
  const std::size_t processes_;
  const Network network_;
  std::vector<Node> first_;         // by state, and one more: its first node
  std::vector<Message> messages_;   // state after state
  std::vector<std::int64_t> most_;  // by node: how much longer the chain may get
  std::vector<bool> endless_;       // by node: from here a message goes round a cycle
};

}  // namespace conclave
