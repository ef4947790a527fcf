#include <algorithm>

#include "engine/analysis/fairness.hpp"
#include "engine/analysis/paths.hpp"
#include "engine/steps/statements.hpp"

namespace conclave {
namespace {

// How many steps an execution must have for its length to be enough, if there is such a number.
using Enough = std::optional<std::size_t>;

// The shortest execution into one of these states.
std::optional<Path> shortest_to(const StateGraph& graph, const Machine& machine, Enough enough,
                                const std::function<bool(StateGraph::State)>& is_end) {
  StateGraph::State nearest = 0;
  while (nearest < graph.size() && !is_end(nearest)) ++nearest;
  if (nearest == graph.size()) return {};
  const std::uint32_t level = graph.level(nearest);
  if (enough && level >= *enough) return of_length(level);
  std::vector<Finding> ends;
  for (StateGraph::State state = nearest; state < graph.size() && graph.level(state) == level; ++state) {
    if (is_end(state)) ends.push_back({state, {}});
  }
  return path_to(graph, machine, ends);
}

// The shortest execution into a quiescent configuration that is not final.
std::optional<Path> stuck(const StateGraph& graph, const Machine& machine, Enough enough) {
  return shortest_to(graph, machine, enough,
                     [&](StateGraph::State state) { return graph.ends[state] == StateGraph::undecided; });
}

std::optional<Path> never_quiescent(const StateGraph& graph, const Machine& machine) {
  // An execution that rests again and again, and goes on by optional steps only, does reach quiescence. So
  // quiescent states are left out.
  return shortest_lasso(graph, machine,
                        [&](StateGraph::State state, const auto&) { return !graph.rests(state); });
}

// From which states can a final one be reached?
std::vector<bool> can_end(const StateGraph& graph) {
  const Components& components = strong_components(graph);
  std::vector<bool> can(components.count, false);
  const Members members(components);
  for (std::uint32_t component = 0; component < components.count; ++component) {
    graph.ends.poll(component);
    can[component] = std::ranges::any_of(members.of(component), [&](StateGraph::State state) {
      return graph.ends[state] == StateGraph::decided ||
             std::ranges::any_of(graph.out(state),
                                 [&](const auto& edge) { return can[components.of[edge.target]]; });
    });
  }
  std::vector<bool> by_state(graph.size());
  for (StateGraph::State state = 0; state < graph.size(); ++state)
    by_state[state] = can[components.of[state]];
  return by_state;
}

// The shortest execution to a configuration from which no final one can be reached.
std::optional<Path> doomed(const StateGraph& graph, const Machine& machine, Enough enough) {
  const auto can = can_end(graph);
  return shortest_to(graph, machine, enough, [&](StateGraph::State state) { return !can[state]; });
}

// By node of a search: the state in which an execution that was found may stay; nothing where it may not.
using Stay = std::function<std::optional<StateGraph::State>(Search::Node)>;

// The shortest execution that the search finds and that may end where it may stay or, if there is none, goes
// on there for ever by silent steps.
std::optional<Path> shortest_maximal(const StateGraph& graph, const Machine& machine, Search search,
                                     const Stay& stay, const StepFilter& silent, Enough enough) {
  search.is_end = [&](Search::Node node) {
    const auto state = stay(node);
    return state && graph.rests(*state);
  };
  auto route = calmest(machine, search, enough);
  if (route && route->records.size() < route->length) return of_length(route->length);
  Path path;
  if (route) {
    append(path, machine, route->records);
    return path;
  }
  const FairRegions regions = fair_regions(graph, machine, silent);
  search.is_end = [&](Search::Node node) {
    const auto state = stay(node);
    return state && regions.contains(*state);
  };
  route = calmest(machine, search);
  if (!route) return {};
  append(path, machine, route->records);
  path.loop = path.steps.size();
  append(path, machine, fair_loop(graph, machine, regions, silent, *stay(route->end)));
  return path;
}

// The shortest execution in which nobody is ever leader, although in the end somebody is left. Faults have
// budgets, so in a loop nobody crashes or comes back.
std::optional<Path> leaderless(const StateGraph& graph, const Machine& machine, Enough enough) {
  if (graph.has_leader(0)) return {};
  Search search;
  search.nodes = graph.size();
  search.starts = {0};
  search.expand = [&](Search::Node node, Search::Ways& ways) {
    for (const auto& edge : graph.out(static_cast<StateGraph::State>(node))) {
      if (!graph.has_leader(edge.target)) ways.push_back({edge.record, edge.target});
    }
  };
  const auto lacks = [&](StateGraph::State state) {
    return !graph.has_leader(state) && !graph.is_deserted(state);
  };
  const StepFilter silent = [&](StateGraph::State state, const StateGraph::Edge& edge) {
    return lacks(state) && lacks(edge.target);
  };
  const Stay stay = [&](Search::Node node) -> std::optional<StateGraph::State> {
    const auto state = static_cast<StateGraph::State>(node);
    return lacks(state) ? std::optional(state) : std::nullopt;
  };
  return shortest_maximal(graph, machine, search, stay, silent, enough);
}

// The shortest execution in which p holds and q never holds from there on. An execution that ends is
// preferred to one that goes on for ever.
std::optional<Path> unanswered(const StateGraph& graph, const Machine& machine, std::uint32_t statement,
                               Enough enough) {
  const auto p = [&](StateGraph::State state) { return (graph.predicates[state] & statement) != 0; };
  const auto q = [&](StateGraph::State state) {
    return (graph.predicates[state] >> most_statements & statement) != 0;
  };
  const StepFilter silent = [&](StateGraph::State state, const StateGraph::Edge& edge) {
    return !q(state) && !q(edge.target);
  };
  // The search has two layers: before p has come true, and after it.
  const auto after = [&](StateGraph::State state) { return Search::Node{state} + graph.size(); };
  const auto enter = [&](StateGraph::State state) { return p(state) && !q(state); };
  Search search;
  search.nodes = Search::Node{2} * graph.size();
  search.starts = {0};
  if (enter(0)) search.starts.push_back(after(0));
  search.expand = [&](Search::Node node, Search::Ways& ways) {
    const bool began = node >= graph.size();
    const auto state = static_cast<StateGraph::State>(began ? node - graph.size() : node);
    for (const auto& edge : graph.out(state)) {
      if (began && !q(edge.target)) ways.push_back({edge.record, after(edge.target)});
      if (!began) ways.push_back({edge.record, edge.target});
      if (!began && enter(edge.target)) ways.push_back({edge.record, after(edge.target)});
    }
  };
  const Stay stay = [&](Search::Node node) -> std::optional<StateGraph::State> {
    if (node < graph.size()) return {};
    return static_cast<StateGraph::State>(node - graph.size());
  };
  return shortest_maximal(graph, machine, search, stay, silent, enough);
}

}  // namespace

void check_liveness(const StateGraph& graph, const Machine& machine, PropertySet of, const Lengths& enough,
                    InstanceResult& result) {
  const auto enough_of = [&](PropertyId id) { return enough[static_cast<std::size_t>(id)]; };
  if (of.contains(PropertyId::termination)) {
    auto& violation = result.violation(PropertyId::termination);
    violation = stuck(graph, machine, enough_of(PropertyId::termination));
    if (!violation) violation = never_quiescent(graph, machine);
  }
  if (of.contains(PropertyId::can_terminate)) {
    result.violation(PropertyId::can_terminate) =
        doomed(graph, machine, enough_of(PropertyId::can_terminate));
  }
  if (of.contains(PropertyId::election))
    result.violation(PropertyId::election) = leaderless(graph, machine, enough_of(PropertyId::election));
  const std::uint32_t leads_to = Statements(machine.scenario()).leads_to();
  for (unsigned k = 0; k < most_statements; ++k) {
    const auto id = static_cast<PropertyId>(standard_count + k);
    if ((leads_to >> k & 1U) != 0 && of.contains(id))
      result.violation(id) = unanswered(graph, machine, 1U << k, enough_of(id));
  }
}

}  // namespace conclave
