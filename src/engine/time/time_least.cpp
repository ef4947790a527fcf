#include "engine/time/time_least.hpp"

#include <algorithm>

namespace conclave {

LeastTime::LeastTime(const StateGraph& graph, const Machine& machine, Sought sought)
    : graph_(graph),
      machine_(machine),
      sought_(sought),
      seen_(graph.size(), false),
      here_(graph.size(), none) {
  const Components& components = strong_components(graph);
  cyclic_ = components.count < graph.size();
  for (StateGraph::State state = 0; state < graph.size() && !cyclic_; ++state) {
    cyclic_ = std::ranges::any_of(graph.out(state), [&](const auto& edge) { return edge.target == state; });
  }
  visit(0, {}, none, 0);
  if (graph.rests(0)) {
    least_ = 0;
    end_ = 0;
    return;
  }
  for (std::int64_t round = 0; round_begin_ < nodes_.size(); ++round) {
    if (explore_round()) {
      least_ = round;
      return;
    }
    begin_round();
  }
}

// Begins a round with what was reached in the round before; now all its messages are old.
void LeastTime::begin_round() {
  std::vector<Index> reached;  // for each state, the first node that reached it
  for (Index index = round_begin_; index < nodes_.size(); ++index) {
    if (seen_[nodes_[index].state]) continue;
    seen_[nodes_[index].state] = true;
    reached.push_back(index);
  }
  for (Index index = round_begin_; index < nodes_.size(); ++index) here_[nodes_[index].state] = none;
  round_begin_ = static_cast<Index>(nodes_.size());
  AllWaiting old;
  for (const Index index : reached) {
    const StateGraph::State state = nodes_[index].state;
    graph_.waiting_in(state, old);
    std::ranges::sort(old);
    here_[state] = static_cast<Index>(nodes_.size());
    // To begin a round is no step. What led to this node is what led to the same state in the round before.
    nodes_.push_back(
        {.state = state, .old = old, .from = nodes_[index].from, .record = nodes_[index].record});
  }
}

bool LeastTime::explore_round() {
  for (Index index = round_begin_; index < nodes_.size(); ++index) {
    graph_.limits.poll();
    if (explore(index)) return true;
  }
  return cyclic_ && stay();
}

bool LeastTime::explore(Index index) {
  for (const auto& edge : graph_.out(nodes_[index].state)) {
    if (!after(nodes_[index], edge, left_)) continue;
    if (graph_.rests(edge.target)) {
      end_ = index;
      last_ = edge.record;
      return true;
    }
    visit(edge.target, left_, index, edge.record);
  }
  return false;
}

// Writes the old messages that are left after a step. Returns false if the step cannot be taken in this
// round.
bool LeastTime::after(const Node& node, const StateGraph::Edge& edge, AllWaiting& left) const {
  left.assign(node.old.begin(), node.old.end());
  if (machine_.steps().kind(edge.record) != Step::Kind::deliver) return true;
  const StateGraph::Waiting received(static_cast<std::uint32_t>(machine_.steps().channel(edge.record)),
                                     machine_.steps().received(edge.record));
  const auto at = std::ranges::lower_bound(left, received);
  if (at == left.end() || *at != received) return false;
  if (machine_.scenario().network != Network::set) left.erase(at);
  return true;
}

// Adds a node to this round, unless another node of the round can do everything that it could; then that one
// is returned. Returns none if an earlier round had the configuration.
LeastTime::Index LeastTime::visit(StateGraph::State state, const AllWaiting& old, Index from,
                                  RecordIndex record) {
  for (Index at = here_[state]; at != none; at = nodes_[at].alike) {
    if (std::ranges::includes(nodes_[at].old, old)) return at;
  }
  if (seen_[state]) return none;
  nodes_.push_back({state, old, from, record, here_[state]});
  return here_[state] = static_cast<Index>(nodes_.size() - 1);
}

// Can an execution fairly stay in this round for ever? Such an execution receives messages only on `set`,
// because elsewhere the old ones run out.
bool LeastTime::stay() {
  StateGraph round(graph_.limits);
  std::vector<bool> possible;  // by edge
  for (Index index = round_begin_; index < nodes_.size(); ++index) {
    round.first_edge.push_back(round.edges.size());
    round.ends.push_back(StateGraph::goes_on);
    for (const auto& edge : graph_.out(nodes_[index].state)) {
      // Except on `set`, an old message is gone once it is received, so this cannot go on for ever.
      const bool repeats = machine_.steps().kind(edge.record) != Step::Kind::deliver ||
                           machine_.scenario().network == Network::set;
      const bool can = repeats && after(nodes_[index], edge, left_);
      const Index target = can ? visit(edge.target, left_, index, edge.record) : none;
      const bool inside = target != none && target >= round_begin_;
      possible.push_back(inside);
      // A step that cannot be taken in this round is owed all the same, so it is an edge that stays in its
      // state.
      round.edges.push_back({inside ? target - round_begin_ : index - round_begin_, edge.record});
    }
  }
  round.first_edge.push_back(round.edges.size());
  const StepFilter allowed = [&](StateGraph::State, const StateGraph::Edge& edge) {
    return bool{possible[round.number(edge)]};
  };
  const FairRegions regions = fair_regions(round, machine_, allowed);
  for (StateGraph::State state = 0; state < round.size(); ++state) {
    if (!regions.contains(state)) continue;
    end_ = round_begin_ + state;
    // What takes so long may come only after another toss.
    if (sought_ == Sought::witness)
      forever_ = fair_loop(round, machine_, regions, allowed, state, Outcomes::each);
    return true;
  }
  return false;
}

Path LeastTime::witness() const {
  std::vector<RecordIndex> records;
  for (Index at = end_; nodes_[at].from != none; at = nodes_[at].from) records.push_back(nodes_[at].record);
  std::ranges::reverse(records);
  if (last_) records.push_back(*last_);
  Path path;
  path.shortest = false;
  append(path, machine_, records);
  if (!forever_.empty()) path.loop = path.steps.size();
  append(path, machine_, forever_);
  return path;
}

}  // namespace conclave
