#include "engine/analysis/fairness.hpp"

#include <algorithm>
#include <numeric>

#include "engine/analysis/decisions.hpp"
#include "engine/analysis/paths.hpp"

namespace conclave {
namespace {

constexpr std::uint32_t no_node = ~std::uint32_t{0};

// Tarjan's algorithm (1972), without recursion, because a path may have millions of nodes. The edges are not
// stored again, because there may be dozens for each node. `part` has size(), the number of its nodes;
// out(node), where its edges are; and target(node, edge), the node to which one of these leads, or no_node.
template <class Part>
Components components_of(const Part& part, const Limits& limits) {
  using Edge = typename decltype(part.out(0))::element_type;
  struct Visit {
    std::uint32_t node;
    std::uint32_t number;  // so many were visited before, and this one
    const Edge* at;        // the edge that is being looked at
  };
  Components components;
  std::vector<std::uint32_t>& of = components.of;
  of.assign(part.size(), no_node);
  // By node, until its component is known: the least number of a node to which it is known to lead; 0: it was
  // not visited.
  std::vector<std::uint32_t> least(part.size(), 0);
  std::vector<std::uint32_t> open;  // the nodes that were visited and whose components are not known
  std::vector<Visit> path;
  std::uint32_t visited = 0;
  const auto visit = [&](std::uint32_t node) {
    if (++visited % 1024 == 0) limits.poll();
    least[node] = visited;
    open.push_back(node);
    path.push_back({node, visited, part.out(node).data()});
  };
  // Looks at the edges of the last node on the path, from `at` on. Returns whether one leads to a new node,
  // which is the last one then; when all of what follows on that is known, the edge is looked at once more.
  const auto goes_on = [&] {
    Visit& last = path.back();
    const auto edges = part.out(last.node);
    std::uint32_t known = least[last.node];
    for (const Edge* const end = edges.data() + edges.size(); last.at != end; ++last.at) {
      const std::uint32_t target = part.target(last.node, *last.at);
      if (target == no_node || of[target] != no_node) continue;
      if (least[target] == 0) {
        least[last.node] = known;
        visit(target);
        return true;
      }
      known = std::min(known, least[target]);
    }
    least[last.node] = known;
    return false;
  };
  for (std::uint32_t first = 0; first < part.size(); ++first) {
    if (least[first] == 0) visit(first);
    while (!path.empty()) {
      if (goes_on()) continue;
      const Visit done = path.back();
      path.pop_back();
      if (least[done.node] != done.number) continue;
      while (of[done.node] == no_node) {
        of[open.back()] = components.count;
        open.pop_back();
      }
      ++components.count;
    }
  }
  return components;
}

}  // namespace

Components strong_components(std::size_t nodes, const Edges& edges, const Limits& limits) {
  struct Listed {
    const Edges& edges;
    std::vector<std::size_t> first;  // by node, and one more at the end
    std::uint32_t size() const { return static_cast<std::uint32_t>(first.size() - 1); }
    std::span<const Edges::value_type> out(std::uint32_t node) const {
      return std::span(edges).subspan(first[node], first[node + 1] - first[node]);
    }
    static std::uint32_t target(std::uint32_t, const Edges::value_type& edge) { return edge.second; }
  };
  Listed listed{edges, std::vector<std::size_t>(nodes + 1)};
  for (const auto& edge : edges) ++listed.first[edge.first + 1];
  std::partial_sum(listed.first.begin(), listed.first.end(), listed.first.begin());
  return components_of(listed, limits);
}

// A step back to the same state divides nothing.
const Components& strong_components(const StateGraph& graph) {
  struct All {
    const StateGraph& graph;
    std::uint32_t size() const { return graph.size(); }
    std::span<const StateGraph::Edge> out(std::uint32_t node) const { return graph.out(node); }
    static std::uint32_t target(std::uint32_t node, const StateGraph::Edge& edge) {
      return edge.target == node ? no_node : edge.target;
    }
  };
  if (!graph.components) graph.components = components_of(All{graph}, graph.limits);
  return *graph.components;
}

Members::Members(const Components& components) : states_(components.of.size()), first_(components.count + 1) {
  for (const std::uint32_t component : components.of) ++first_[component];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  for (std::size_t state = states_.size(); state-- > 0;)
    states_[--first_[components.of[state]]] = static_cast<StateGraph::State>(state);
}

namespace {

// Finds fair regions among some of the states.
class RegionSearch {
 public:
  // `may_leave` is what is known of it.
  RegionSearch(const StateGraph& graph, const Machine& machine, const StepFilter& wanted,
               std::vector<StateGraph::State> among, std::vector<bool> may_leave)
      : graph_(graph),
        machine_(machine),
        wanted_(wanted),
        fairness_(machine.scenario().fairness),
        decisions_(machine),
        open_(std::move(among)),
        at_(graph.size(), closed) {
    regions_.of.assign(graph.size(), FairRegions::none);
    regions_.may_leave = std::move(may_leave);
  }

  // Each round of this loop looks at the components of what the round before has left over.
  FairRegions find() {
    while (!open_.empty()) divide();
    return std::move(regions_);
  }

 private:
  static constexpr std::uint32_t closed = no_node;
  // In how many states of a component an owed action is enabled, and whether it is taken inside.
  struct Action {
    std::uint32_t states = 0;
    StateGraph::State last = ~StateGraph::State{0};  // the last one of them that was looked at
    bool taken = false;
  };

  // The open states, and the steps that stay among them. A step back to the same state divides nothing.
  struct Open {
    const RegionSearch& search;
    std::uint32_t size() const { return static_cast<std::uint32_t>(search.open_.size()); }
    std::span<const StateGraph::Edge> out(std::uint32_t node) const {
      return search.graph_.out(search.open_[node]);
    }
    std::uint32_t target(std::uint32_t node, const StateGraph::Edge& edge) const {
      const StateGraph::State state = search.open_[node];
      return edge.target != state && search.stays(state, edge) ? search.at_[edge.target] : no_node;
    }
  };

  bool stays(StateGraph::State state, const StateGraph::Edge& edge) const {
    return at_[edge.target] != closed && !regions_.leaves(graph_.number(edge)) && wanted_(state, edge);
  }

  void divide() {
    for (std::uint32_t i = 0; i < open_.size(); ++i) at_[open_[i]] = i;
    const Components components = components_of(Open{*this}, graph_.limits);
    if (!regions_.may_leave.empty() && mark_leaving(components)) return;
    std::vector<StateGraph::State> left;
    const Members members(components);
    for (std::uint32_t c = 0; c < components.count; ++c) {
      graph_.ends.poll(c);
      look_at(members.of(c), components, c, left);
    }
    for (const auto state : open_) at_[state] = closed;
    std::ranges::sort(left);
    open_ = std::move(left);
  }

  // Marks the steps that leave their component, or that would if something else were tossed. Returns whether
  // there are new ones.
  bool mark_leaving(const Components& components) {
    bool any = false;
    std::vector<std::uint32_t> leaving;  // decisions
    for (std::uint32_t i = 0; i < open_.size(); ++i) {
      const StateGraph::State state = open_[i];
      graph_.ends.poll(i);
      leaving.clear();
      for (const auto& edge : graph_.out(state)) {
        if (!stays(state, edge) || components.of[at_[edge.target]] != components.of[i])
          leaving.push_back(decisions_.of(edge.record));
      }
      if (leaving.empty()) continue;
      std::ranges::sort(leaving);
      leaving.erase(std::ranges::unique(leaving).begin(), leaving.end());
      for (const auto& edge : graph_.out(state)) {
        const std::size_t at = graph_.number(edge);
        if (regions_.may_leave[at] || !std::ranges::binary_search(leaving, decisions_.of(edge.record)))
          continue;
        regions_.may_leave[at] = any = true;
      }
    }
    return any;
  }

  // Looks at a component of open states, which are given by their numbers in `open_`. It is a region, or some
  // of its states are left, or none is.
  void look_at(std::span<const std::uint32_t> numbers, const Components& components, std::uint32_t component,
               std::vector<StateGraph::State>& left) {
    bool cyclic = false;
    for (const auto number : numbers) {
      const StateGraph::State state = open_[number];
      for (const auto& edge : graph_.out(state)) {
        const bool owed = machine_.steps().record(edge.record).owed;
        // Alone, a state has hardly ever a step that stays.
        const bool inside = (numbers.size() > 1 || edge.target == state) && stays(state, edge) &&
                            components.of[at_[edge.target]] == component;
        cyclic |= inside;
        if (owed) note(machine_.steps().action(edge.record), state, inside);
      }
    }
    const auto is_missed = [&](std::uint32_t action) {
      return !actions_[action].taken &&
             (fairness_ == Fairness::strong ||
              (fairness_ == Fairness::weak && actions_[action].states == numbers.size()));
    };
    if (cyclic && std::ranges::none_of(noted_, is_missed)) {
      for (const auto number : numbers) regions_.of[open_[number]] = count_;
      ++count_;
    } else if (cyclic && fairness_ == Fairness::strong) {
      for (const auto number : numbers) {
        if (is_bearable(open_[number])) left.push_back(open_[number]);
      }
    }
    for (const auto action : noted_) actions_[action] = {};
    noted_.clear();
  }

  void note(std::uint32_t action, StateGraph::State state, bool inside) {
    if (action >= actions_.size()) actions_.resize(2 * std::size_t{action} + 1);
    Action& noted = actions_[action];
    if (noted.states == 0) noted_.push_back(action);
    if (noted.states == 0 || noted.last != state) ++noted.states;
    noted.last = state;
    noted.taken |= inside;
  }

  // Is every enabled owed action of the state taken somewhere inside?
  bool is_bearable(StateGraph::State state) const {
    return std::ranges::all_of(graph_.out(state), [&](const auto& edge) {
      return !machine_.steps().record(edge.record).owed ||
             actions_[machine_.steps().action(edge.record)].taken;
    });
  }

  const StateGraph& graph_;
  const Machine& machine_;
  const StepFilter& wanted_;
  const Fairness fairness_;
  Decisions decisions_;
  std::vector<StateGraph::State> open_;
  std::vector<std::uint32_t> at_;  // by state: its number in open_
  std::vector<Action> actions_;    // by number
  std::vector<std::uint32_t> noted_;
  FairRegions regions_;
  std::uint32_t count_ = 0;  // how many regions there are
};

// The regions over all steps.
const FairRegions& all_regions(const StateGraph& graph, const Machine& machine) {
  if (!graph.fair) {
    std::vector<StateGraph::State> cyclic;
    const Components& components = strong_components(graph);
    for (StateGraph::State state = 0; state < graph.size(); ++state) {
      graph.ends.poll(state);
      const bool is_cyclic = std::ranges::any_of(graph.out(state), [&](const auto& edge) {
        return components.of[edge.target] == components.of[state];
      });
      if (is_cyclic) cyclic.push_back(state);
    }
    std::vector<bool> may_leave(machine.steps().tosses() ? graph.edges.size() : 0, false);
    const StepFilter all = [](auto, const auto&) { return true; };
    graph.fair = RegionSearch(graph, machine, all, std::move(cyclic), std::move(may_leave)).find();
  }
  return *graph.fair;
}

}  // namespace

// A region over fewer steps lies in a region over all steps, because what is fair there is fair here.
FairRegions fair_regions(const StateGraph& graph, const Machine& machine, const StepFilter& wanted) {
  const FairRegions& all = all_regions(graph, machine);
  std::vector<StateGraph::State> among;
  for (StateGraph::State state = 0; state < graph.size(); ++state) {
    if (all.contains(state)) among.push_back(state);
  }
  return RegionSearch(graph, machine, wanted, std::move(among), all.may_leave).find();
}

std::optional<Path> shortest_lasso(const StateGraph& graph, const Machine& machine,
                                   const StepFilter& allowed) {
  const FairRegions regions = fair_regions(graph, machine, allowed);
  const Search search{
      graph.size(),
      {0},
      [&](Search::Node node, Search::Ways& ways) {
        for (const auto& edge : graph.out(static_cast<StateGraph::State>(node)))
          ways.push_back({edge.record, edge.target});
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
