#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <stdexcept>

#include "engine/analysis/decisions.hpp"
#include "engine/analysis/fairness.hpp"

namespace conclave {
namespace {

// The owed actions that are enabled in a state, sorted.
std::vector<std::uint32_t> owed(const StateGraph& graph, const Machine& machine, StateGraph::State state) {
  std::vector<std::uint32_t> actions;
  for (const auto& edge : graph.out(state)) {
    if (machine.steps().record(edge.record).owed) actions.push_back(machine.steps().action(edge.record));
  }
  std::ranges::sort(actions);
  actions.erase(std::ranges::unique(actions).begin(), actions.end());
  return actions;
}

class FairLoop {
 public:
  FairLoop(const StateGraph& graph, const Machine& machine, const FairRegions& regions,
           const StepFilter& allowed, Outcomes outcomes)
      : graph_(graph),
        machine_(machine),
        regions_(regions),
        allowed_(allowed),
        each_outcome_(outcomes == Outcomes::each && machine.steps().tosses()),
        decisions_(machine) {}

  std::vector<RecordIndex> from(StateGraph::State start) {
    at_ = start;
    if (fairness() != Fairness::none) pending_ = owed(graph_, machine_, start);
    do {
      while (!pending_.empty()) {
        const std::uint32_t action = pending_.front();
        go([&](StateGraph::State, const StateGraph::Edge& edge) {
          return machine_.steps().action(edge.record) == action ||
                 (fairness() == Fairness::weak && !is_owed(action, edge.target));
        });
      }
      if (!untossed_.empty()) {
        go([&](StateGraph::State state, const StateGraph::Edge& edge) {
          return untossed_.contains({state, edge.record});
        });
      } else if (at_ != start || walk_.empty()) {
        go([&](StateGraph::State, const StateGraph::Edge& edge) { return edge.target == start; });
      }
    } while (at_ != start || !pending_.empty() || !untossed_.empty());  // there may be more on the way back
    return std::move(walk_);
  }

 private:
  Fairness fairness() const { return machine_.scenario().fairness; }
  bool is_owed(std::uint32_t action, StateGraph::State state) const {
    return std::ranges::binary_search(owed(graph_, machine_, state), action);
  }

  // Walks to the nearest wanted step and takes it. `pending_` are the actions that the walk still has to
  // take: for weak fairness, those that were enabled in every state and never taken; for strong fairness,
  // those that were enabled in some state and never taken.
  void go(const StepFilter& wanted) {
    for (const auto& edge : shortest(wanted)) {
      if (each_outcome_) note_outcomes(edge.record);
      walk_.push_back(edge.record);
      taken_.push_back(machine_.steps().action(edge.record));
      at_ = edge.target;
      if (fairness() == Fairness::strong) {
        const auto here = owed(graph_, machine_, at_);
        pending_.insert(pending_.end(), here.begin(), here.end());
        std::ranges::sort(pending_);
        pending_.erase(std::ranges::unique(pending_).begin(), pending_.end());
        std::erase_if(pending_,
                      [&](auto action) { return std::ranges::find(taken_, action) != taken_.end(); });
      } else {
        std::erase_if(pending_,
                      [&](auto action) { return action == taken_.back() || !is_owed(action, at_); });
      }
    }
  }

  // The step that is taken here, and what else might have been tossed.
  void note_outcomes(RecordIndex record) {
    tossed_.insert({at_, record});
    untossed_.erase({at_, record});
    for (const auto& other : graph_.out(at_)) {
      const Taken outcome{at_, other.record};
      if (decisions_.of(other.record) == decisions_.of(record) && !tossed_.contains(outcome))
        untossed_.insert(outcome);
    }
  }

  // The shortest walk inside the region whose last step is wanted. There is one, because the region is fair.
  std::vector<StateGraph::Edge> shortest(const StepFilter& wanted) const {
    // The last step to a state; its `target` is where that step begins.
    std::map<StateGraph::State, StateGraph::Edge> came_from;
    std::deque<StateGraph::State> queue{at_};
    while (!queue.empty()) {
      graph_.limits.poll();
      const StateGraph::State state = queue.front();
      queue.pop_front();
      for (const auto& edge : graph_.out(state)) {
        if (regions_.of[edge.target] != regions_.of[at_] || !allowed_(state, edge) ||
            regions_.leaves(graph_.number(edge)))
          continue;
        if (wanted(state, edge)) {
          std::vector<StateGraph::Edge> walk{edge};
          for (auto back = state; back != at_; back = came_from.at(back).target) {
            walk.push_back({back, came_from.at(back).record});
          }
          std::ranges::reverse(walk);
          return walk;
        }
        if (edge.target == at_ ||
            !came_from.try_emplace(edge.target, StateGraph::Edge{state, edge.record}).second)
          continue;
        queue.push_back(edge.target);
      }
    }
    throw std::logic_error("a fair region without the step that makes it fair");
  }

  const StateGraph& graph_;
  const Machine& machine_;
  const FairRegions& regions_;
  const StepFilter& allowed_;
  const bool each_outcome_;
  Decisions decisions_;
  StateGraph::State at_ = 0;
  std::vector<RecordIndex> walk_;
  std::vector<std::uint32_t> taken_;    // actions
  std::vector<std::uint32_t> pending_;  // sorted
  using Taken = std::pair<StateGraph::State, RecordIndex>;
  std::set<Taken> tossed_;
  std::set<Taken> untossed_;  // what has to be tossed yet
};

}  // namespace

std::vector<RecordIndex> fair_loop(const StateGraph& graph, const Machine& machine,
                                   const FairRegions& regions, const StepFilter& allowed,
                                   StateGraph::State state, Outcomes outcomes) {
  return FairLoop(graph, machine, regions, allowed, outcomes).from(state);
}

}  // namespace conclave
