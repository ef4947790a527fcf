#include "engine/analysis/fairness.hpp"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <deque>
#include <map>
#include <numeric>

#include "engine/analysis/decisions.hpp"
#include "engine/analysis/paths.hpp"

namespace conclave {
namespace {

// The component of each node, as the library keeps it; whoever writes it polls the limits.
struct PolledComponents {
  using key_type = std::uint32_t;
  using value_type = std::uint32_t;
  using reference = std::uint32_t;
  using category = boost::read_write_property_map_tag;

  std::vector<std::uint32_t>* of;
  const Limits* limits;

  friend std::uint32_t get(const PolledComponents& map, std::uint32_t node) { return (*map.of)[node]; }
  friend void put(const PolledComponents& map, std::uint32_t node, std::uint32_t component) {
    if (node % 1024 == 0) map.limits->poll();
    (*map.of)[node] = component;
  }
};

}  // namespace

Components strong_components(std::size_t nodes,
                             const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges,
                             const Limits& limits) {
  using Csr = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                 boost::no_property, std::uint32_t, std::uint64_t>;
  const Csr csr(boost::edges_are_sorted, edges.begin(), edges.end(), static_cast<std::uint32_t>(nodes));
  Components components;
  components.of.resize(nodes);
  // Tarjan's algorithm numbers a component after all components to which it leads.
  components.count =
      static_cast<std::uint32_t>(boost::strong_components(csr, PolledComponents{&components.of, &limits}));
  return components;
}

Components strong_components(const StateGraph& graph, const StepFilter& allowed) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (StateGraph::State state = 0; state < graph.size(); ++state) {
    graph.ends.poll(state);
    for (const auto& edge : graph.out(state)) {
      if (allowed(state, edge)) edges.emplace_back(state, edge.target);
    }
  }
  return strong_components(graph.size(), edges, graph.limits);
}

Members::Members(const Components& components) : states_(components.of.size()), first_(components.count + 1) {
  for (const std::uint32_t component : components.of) ++first_[component];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  for (std::size_t state = states_.size(); state-- > 0;)
    states_[--first_[components.of[state]]] = static_cast<StateGraph::State>(state);
}

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

// In how many states of a component an action is enabled, and whether it is taken inside.
struct Action {
  std::uint32_t states = 0;  // it is enabled in so many states
  StateGraph::State last = ~StateGraph::State{0};
  bool taken = false;
};

class Component {
 public:
  Component(const StateGraph& graph, const Machine& machine, const Components& components,
            const StepFilter& allowed, std::span<const StateGraph::State> states)
      : graph_(graph), machine_(machine), states_(states) {
    for (const auto state : states) {
      for (const auto& edge : graph.out(state)) {
        const bool inside = components.of[edge.target] == components.of[state] && allowed(state, edge);
        cyclic_ |= inside;
        if (!machine.steps().record(edge.record).owed) continue;
        Action& action = actions_[machine.steps().action(edge.record)];
        if (action.last != state) ++action.states;
        action.last = state;
        action.taken |= inside;
      }
    }
  }

  bool cyclic() const { return cyclic_; }

  // Is there an action that fairness wants to be taken inside, and that is not?
  bool unfair(Fairness fairness) const {
    return std::ranges::any_of(actions_, [&](const auto& entry) {
      const Action& action = entry.second;
      return !action.taken && (fairness == Fairness::strong ||
                               (fairness == Fairness::weak && action.states == states_.size()));
    });
  }

  // The states in which every enabled owed action is taken somewhere inside.
  std::vector<StateGraph::State> bearable() const {
    std::vector<StateGraph::State> rest;
    for (const auto state : states_) {
      const auto here = owed(graph_, machine_, state);
      if (std::ranges::all_of(here, [&](auto action) { return actions_.at(action).taken; }))
        rest.push_back(state);
    }
    return rest;
  }

 private:
  const StateGraph& graph_;
  const Machine& machine_;
  const std::span<const StateGraph::State> states_;
  boost::unordered_flat_map<std::uint32_t, Action> actions_;
  bool cyclic_ = false;
};

}  // namespace

namespace {

// Marks the steps that leave their component, or that would if something else were tossed. Returns whether
// there are new ones.
bool mark_leaving(const StateGraph& graph, Decisions& decisions, const Components& components,
                  const std::vector<bool>& open, const StepFilter& allowed, std::vector<bool>& may_leave) {
  bool any = false;
  std::vector<std::uint32_t> leaving;  // decisions
  for (StateGraph::State state = 0; state < graph.size(); ++state) {
    graph.ends.poll(state);
    if (!open[state]) continue;
    leaving.clear();
    for (const auto& edge : graph.out(state)) {
      if (!open[edge.target] || !allowed(state, edge) || components.of[edge.target] != components.of[state])
        leaving.push_back(decisions.of(edge.record));
    }
    if (leaving.empty()) continue;
    std::ranges::sort(leaving);
    leaving.erase(std::ranges::unique(leaving).begin(), leaving.end());
    for (const auto& edge : graph.out(state)) {
      const auto at = static_cast<std::size_t>(&edge - graph.edges.begin());
      if (may_leave[at] || !std::ranges::binary_search(leaving, decisions.of(edge.record))) continue;
      may_leave[at] = any = true;
    }
  }
  return any;
}

}  // namespace

FairRegions fair_regions(const StateGraph& graph, const Machine& machine, const StepFilter& wanted) {
  const Fairness fairness = machine.scenario().fairness;
  const bool tosses = machine.steps().tosses();
  FairRegions regions;
  regions.of.assign(graph.size(), FairRegions::none);
  if (tosses) regions.may_leave.assign(graph.edges.size(), false);
  Decisions decisions(machine);
  const StepFilter allowed = [&](StateGraph::State state, const StateGraph::Edge& edge) {
    return wanted(state, edge) && !regions.leaves(graph, edge);
  };
  std::uint32_t count = 0;
  // Each pass of this loop looks at the components of what the pass before has left over.
  std::vector<bool> open(graph.size(), true);
  for (bool again = true; again;) {
    again = false;
    const Components components = strong_components(graph, [&](StateGraph::State state, const auto& edge) {
      return open[state] && open[edge.target] && allowed(state, edge);
    });
    if (tosses) {
      again = mark_leaving(graph, decisions, components, open, allowed, regions.may_leave);
      if (again) continue;
    }
    const Members members(components);
    for (std::uint32_t c = 0; c < components.count; ++c) {
      const auto states = members.of(c);
      const StateGraph::State first = states.front();
      if (!open[first]) continue;
      graph.ends.poll(c);
      const auto stays = [&](const auto& edge) { return edge.target == first && allowed(first, edge); };
      if (states.size() == 1 && std::ranges::none_of(graph.out(first), stays)) {
        open[first] = false;
        continue;
      }
      const Component component(graph, machine, components, allowed, states);
      for (const auto state : states) open[state] = false;
      if (!component.cyclic()) continue;
      if (!component.unfair(fairness)) {
        for (const auto state : states) regions.of[state] = count;
        ++count;
      } else if (fairness == Fairness::strong) {
        for (const auto state : component.bearable()) {
          open[state] = true;
          again = true;
        }
      }
    }
  }
  return regions;
}

namespace {

class FairLoop {
 public:
  FairLoop(const StateGraph& graph, const Machine& machine, const FairRegions& regions,
           const StepFilter& allowed)
      : graph_(graph), machine_(machine), regions_(regions), allowed_(allowed) {}

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
      if (at_ != start || walk_.empty())
        go([&](StateGraph::State, const StateGraph::Edge& edge) { return edge.target == start; });
    } while (!pending_.empty());  // on the way back, strong fairness may have met more actions
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
            regions_.leaves(graph_, edge))
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
  StateGraph::State at_ = 0;
  std::vector<RecordIndex> walk_;
  std::vector<std::uint32_t> taken_;    // actions
  std::vector<std::uint32_t> pending_;  // sorted
};

}  // namespace

std::vector<RecordIndex> fair_loop(const StateGraph& graph, const Machine& machine,
                                   const FairRegions& regions, const StepFilter& allowed,
                                   StateGraph::State state) {
  return FairLoop(graph, machine, regions, allowed).from(state);
}

std::optional<Path> shortest_lasso(const StateGraph& graph, const Machine& machine,
                                   const StepFilter& allowed) {
  const FairRegions regions = fair_regions(graph, machine, allowed);
  const Search search{
      graph.size(),
      {0},
      [&](Search::Node node, const Search::Visit& visit) {
        for (const auto& edge : graph.out(static_cast<StateGraph::State>(node)))
          visit(edge.record, edge.target);
      },
      [&](Search::Node node) { return regions.contains(static_cast<StateGraph::State>(node)); }};
  const auto stem = calmest(machine, search);
  if (!stem) return {};
  Path lasso;
  append(lasso, machine, stem->records);
  lasso.loop = lasso.steps.size();
  append(lasso, machine,
         fair_loop(graph, machine, regions, allowed, static_cast<StateGraph::State>(stem->end)));
  return lasso;
}

}  // namespace conclave
