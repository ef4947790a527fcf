#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <deque>
#include <map>

#include "explore/state_graph.hpp"

namespace conclave {

Components strong_components(const StateGraph& graph, const StepFilter& allowed) {
  using Csr = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                 boost::no_property, std::uint32_t, std::uint64_t>;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  graph.limits.poll();
  for (StateGraph::State state = 0; state < graph.size(); ++state) {
    for (const auto& edge : graph.out(state)) {
      if (allowed(state, edge)) pairs.emplace_back(state, edge.target);
    }
  }
  const Csr csr(boost::edges_are_sorted, pairs.begin(), pairs.end(), graph.size());
  Components components;
  components.of.resize(graph.size());
  // Tarjan's numbering: a component is finished, and numbered, after all that it leads to.
  components.count = static_cast<std::uint32_t>(boost::strong_components(
      csr, boost::make_iterator_property_map(components.of.begin(), boost::get(boost::vertex_index, csr))));
  return components;
}

namespace {

// What is enabled, and what is taken, inside one component.
struct Action {
  std::uint32_t states = 0;  // in how many states it is enabled
  StateGraph::State last = ~StateGraph::State{0};
  bool taken = false;
};

std::vector<std::vector<StateGraph::State>> members(const StateGraph& graph, const Components& components) {
  std::vector<std::vector<StateGraph::State>> members(components.count);
  for (StateGraph::State state = 0; state < graph.size(); ++state)
    members[components.of[state]].push_back(state);
  return members;
}

}  // namespace

std::vector<bool> fair_components(const StateGraph& graph, const Machine& machine,
                                  const Components& components, const StepFilter& allowed) {
  std::vector<bool> fair(components.count, false);
  const auto states_of = members(graph, components);
  for (std::uint32_t component = 0; component < components.count; ++component) {
    graph.limits.poll();
    std::map<std::uint32_t, Action> actions;
    bool cyclic = false;
    for (const auto state : states_of[component]) {
      for (const auto& edge : graph.out(state)) {
        const bool inside = components.of[edge.target] == component && allowed(state, edge);
        cyclic |= inside;
        if (!machine.record(edge.record).owed) continue;
        Action& action = actions[machine.action(edge.record)];
        if (action.last != state) ++action.states;
        action.last = state;
        action.taken |= inside;
      }
    }
    fair[component] = cyclic && std::ranges::all_of(actions, [&](const auto& entry) {
                        return entry.second.taken || entry.second.states < states_of[component].size();
                      });
  }
  return fair;
}

namespace {

// A walk inside one fair component that comes back to where it began and is itself fair.
class FairLoop {
 public:
  FairLoop(const StateGraph& graph, const Machine& machine, const Components& components,
           const StepFilter& allowed)
      : graph_(graph), machine_(machine), components_(components), allowed_(allowed) {}

  std::vector<Machine::RecordIndex> from(StateGraph::State start) {
    std::vector<Machine::RecordIndex> walk;
    StateGraph::State at = start;
    auto pending = owed(start);  // enabled in every state so far, and not yet taken
    const auto go = [&](const StepFilter& wanted) {
      for (const auto& edge : shortest(at, wanted)) {
        walk.push_back(edge.record);
        at = edge.target;
        const auto here = owed(at);
        std::erase_if(pending, [&](std::uint32_t action) {
          return action == machine_.action(edge.record) || !std::ranges::binary_search(here, action);
        });
      }
    };
    while (!pending.empty()) {
      const std::uint32_t action = pending.front();
      go([&](StateGraph::State, const StateGraph::Edge& edge) {
        return machine_.action(edge.record) == action ||
               !std::ranges::binary_search(owed(edge.target), action);
      });
    }
    if (at != start || walk.empty()) {
      go([&](StateGraph::State, const StateGraph::Edge& edge) { return edge.target == start; });
    }
    return walk;
  }

 private:
  // The owed actions that are enabled in a state, sorted.
  std::vector<std::uint32_t> owed(StateGraph::State state) const {
    std::vector<std::uint32_t> actions;
    for (const auto& edge : graph_.out(state)) {
      if (machine_.record(edge.record).owed) actions.push_back(machine_.action(edge.record));
    }
    std::ranges::sort(actions);
    actions.erase(std::ranges::unique(actions).begin(), actions.end());
    return actions;
  }

  // The shortest walk inside the component whose last step is wanted; fairness of the component says there is
  // one.
  std::vector<StateGraph::Edge> shortest(StateGraph::State start, const StepFilter& wanted) const {
    std::map<StateGraph::State, StateGraph::Edge> came_from;  // `target` is where from
    std::deque<StateGraph::State> queue{start};
    while (!queue.empty()) {
      graph_.limits.poll();
      const StateGraph::State state = queue.front();
      queue.pop_front();
      for (const auto& edge : graph_.out(state)) {
        if (components_.of[edge.target] != components_.of[start] || !allowed_(state, edge)) continue;
        if (wanted(state, edge)) {
          std::vector<StateGraph::Edge> walk{edge};
          for (auto back = state; back != start; back = came_from.at(back).target) {
            walk.push_back({back, came_from.at(back).record});
          }
          std::ranges::reverse(walk);
          return walk;
        }
        if (edge.target == start ||
            !came_from.try_emplace(edge.target, StateGraph::Edge{state, edge.record}).second)
          continue;
        queue.push_back(edge.target);
      }
    }
    throw std::logic_error("a fair component without the step that makes it fair");
  }

  const StateGraph& graph_;
  const Machine& machine_;
  const Components& components_;
  const StepFilter& allowed_;
};

Path path_of(const Machine& machine, const StateGraph& graph, const StateGraph::Finding& end) {
  Path path;
  for (const auto r : graph.path_to(end.state)) path.steps.push_back(machine.step(r));
  if (end.last) path.steps.push_back(machine.step(*end.last));
  return path;
}

// The shortest execution into a quiescent configuration that is not final.
std::optional<Path> stuck(const StateGraph& graph, const Machine& machine) {
  std::optional<Path> shortest;
  for (StateGraph::State state = 0; state < graph.size() && !shortest; ++state) {
    if (graph.ends[state] != StateGraph::undecided || (state == 0 && graph.someone_must_start)) continue;
    shortest = path_of(machine, graph, {state, {}});
  }
  if (graph.someone_must_start && graph.ends[0] == StateGraph::undecided) {
    Path back = path_of(machine, graph, *graph.return_to_initial);
    if (!shortest || back.steps.size() < shortest->steps.size()) shortest = std::move(back);
  }
  return shortest;
}

std::optional<Path> never_quiescent(const StateGraph& graph, const Machine& machine) {
  // An execution that comes to rest again and again, and is woken by optional steps only, does reach
  // quiescence.
  const StepFilter allowed = [&](StateGraph::State state, const StateGraph::Edge&) {
    return graph.ends[state] == StateGraph::goes_on;
  };
  const Components components = strong_components(graph, allowed);
  const auto fair = fair_components(graph, machine, components, allowed);
  for (StateGraph::State state = 0; state < graph.size(); ++state) {
    if (!fair[components.of[state]]) continue;
    Path lasso = path_of(machine, graph, {state, {}});
    lasso.loop = lasso.steps.size();
    for (const auto r : FairLoop(graph, machine, components, allowed).from(state)) {
      lasso.steps.push_back(machine.step(r));
    }
    return lasso;
  }
  return {};
}

// The shortest execution to a configuration from which no final one can be reached.
std::optional<Path> doomed(const StateGraph& graph, const Machine& machine) {
  const Components components = strong_components(graph, [](auto, const auto&) { return true; });
  std::vector<bool> can_end(components.count, false);
  const auto states_of = members(graph, components);
  for (std::uint32_t component = 0; component < components.count; ++component) {
    can_end[component] = std::ranges::any_of(states_of[component], [&](StateGraph::State state) {
      return graph.ends[state] == StateGraph::decided ||
             std::ranges::any_of(graph.out(state),
                                 [&](const auto& edge) { return can_end[components.of[edge.target]]; });
    });
  }
  for (StateGraph::State state = 0; state < graph.size(); ++state) {
    if (!can_end[components.of[state]]) return path_of(machine, graph, {state, {}});
  }
  return {};
}

}  // namespace

void check_liveness(const StateGraph& graph, const Machine& machine, InstanceResult& result) {
  const PropertySet wanted = machine.scenario().properties;
  if (wanted.contains(PropertyId::termination)) {
    auto& violation = result.violations[static_cast<std::size_t>(PropertyId::termination)];
    violation = stuck(graph, machine);
    if (!violation) violation = never_quiescent(graph, machine);
  }
  if (wanted.contains(PropertyId::can_terminate)) {
    result.violations[static_cast<std::size_t>(PropertyId::can_terminate)] = doomed(graph, machine);
  }
}

}  // namespace conclave
