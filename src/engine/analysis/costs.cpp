#include <algorithm>
#include <deque>
#include <limits>
#include <set>
#include <string>

#include "engine/analysis/fairness.hpp"
#include "engine/analysis/paths.hpp"

namespace conclave {
namespace {

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

// What a step adds to a cost, or to the messages of one class.
class Weight {
 public:
  Weight(const StateGraph& graph, const Machine& machine, std::size_t cost) : graph_(graph) {
    const Steps& steps = machine.steps();
    for (RecordIndex r = 0; r < steps.record_count(); ++r)
      of_.push_back(steps.costs()[steps.record(r).cost][cost]);
  }
  Weight(const StateGraph& graph, const Machine& machine, const std::string& label)
      : graph_(graph), by_share_(true) {
    const Shares& shares = machine.steps().shares();
    for (std::uint32_t share = 0; share < shares.size(); ++share) {
      const auto& messages = shares.share(share);
      const auto at = messages.find(label);
      of_.push_back(at == messages.end() ? 0 : at->second);
    }
  }
  std::int64_t operator()(const StateGraph::Edge& edge) const {
    return of_[by_share_ ? graph_.shares[graph_.number(edge)] : edge.record];
  }

 private:
  const StateGraph& graph_;
  const bool by_share_ = false;
  std::vector<std::int64_t> of_;  // by record of a step, or by number of its share of the messages
};

// One cost, added up along executions.
class Count {
 public:
  Count(const StateGraph& graph, const Machine& machine, Weight weight)
      : graph_(graph), machine_(machine), weight_(std::move(weight)) {}

  // Finds for each component the most that may still come, as a least upper bound. It is unbounded if a cycle
  // adds to the cost, because an execution may take the cycle any number of times before it goes on.
  // Otherwise no step inside a strongly connected component adds to the cost, and between components there
  // are no cycles.
  void find_most(const Components& components, const Members& members) {
    components_ = &components;
    most_.assign(components.count, 0);
    for (std::uint32_t component = 0; component < components.count; ++component) {
      graph_.ends.poll(component);
      for (const auto state : members.of(component)) {
        for (const auto& edge : graph_.out(state)) {
          const std::uint32_t target = components.of[edge.target];
          if (target == component && weight(edge) > 0) most_[component] = none;
          if (most_[component] == none || target == component) continue;
          most_[component] =
              most_[target] == none ? none : std::max(most_[component], most_[target] + weight(edge));
        }
      }
    }
  }
  std::optional<std::int64_t> most() const { return most(0) == none ? std::nullopt : std::optional(most(0)); }

  // Finds by Dijkstra's algorithm what it costs at least to get to where an execution may end: to a quiescent
  // configuration, or to where it can fairly stay for ever without adding to the cost. Steps cost little, so
  // the queue has a list for each cost.
  std::optional<std::int64_t> least() {
    find_quiet();
    // Where nothing ends, all of the graph would be searched.
    StateGraph::State end = 0;
    while (end < graph_.size() && !is_end(end)) ++end;
    if (end == graph_.size()) return {};
    distance_.assign(graph_.size(), none);
    distance_[0] = 0;
    std::deque<std::vector<StateGraph::State>> queue{{0}};
    bool found = false;
    for (std::int64_t cost = 0; !queue.empty() && !found; ++cost, queue.pop_front()) {
      while (!queue.front().empty()) {
        const StateGraph::State state = queue.front().back();
        graph_.ends.poll(state);
        queue.front().pop_back();
        if (distance_[state] != cost) continue;
        found |= is_end(state);
        for (const auto& edge : graph_.out(state)) {
          const std::int64_t there = cost + weight(edge);
          if (there >= distance_[edge.target]) continue;
          distance_[edge.target] = there;
          const auto later = static_cast<std::size_t>(there - cost);
          if (later >= queue.size()) queue.resize(later + 1);
          queue[later].push_back(edge.target);
        }
      }
      if (found) least_ = cost;
    }
    return found ? std::optional(least_) : std::nullopt;
  }

  // A shortest among the cheapest executions, after least() has found that there is one.
  Path cheapest() const {
    const auto keeps = [&](StateGraph::State state, const StateGraph::Edge& edge) {
      return distance_[edge.target] == distance_[state] + weight(edge);
    };
    const auto ends = [&](StateGraph::State state) { return distance_[state] == least_ && is_end(state); };
    return search(keeps, ends);
  }

  // The shortest execution that attains the most: after each of its steps, the most is still possible.
  Path dearest() {
    find_quiet();
    const auto keeps = [&](StateGraph::State state, const StateGraph::Edge& edge) {
      return most(edge.target) != none && most(state) == most(edge.target) + weight(edge);
    };
    const auto ends = [&](StateGraph::State state) { return most(state) == 0 && is_end(state); };
    return search(keeps, ends);
  }

  // The shortest execution to a step that adds to the cost and lies on a cycle, and then once round that
  // cycle.
  Path endless(const Components& components) const {
    const auto adds = [&](StateGraph::State state, const StateGraph::Edge& edge) {
      return components.of[edge.target] == components.of[state] && weight(edge) > 0;
    };
    const auto begins = [&](StateGraph::State state) {
      return std::ranges::any_of(graph_.out(state), [&](const auto& edge) { return adds(state, edge); });
    };
    const auto stem = calmest(machine_, from_start([](auto, const auto&) { return true; }, begins));
    const auto at = static_cast<StateGraph::State>(stem->end);
    const auto& first =
        *std::ranges::find_if(graph_.out(at), [&](const auto& edge) { return adds(at, edge); });
    Search back =
        from_start([&](StateGraph::State state,
                       const auto& edge) { return components.of[edge.target] == components.of[state]; },
                   [&](StateGraph::State state) { return state == at; });
    back.starts = {first.target};
    Path path;
    append(path, machine_, stem->records);
    path.loop = path.steps.size();
    append(path, machine_, {first.record});
    append(path, machine_, calmest(machine_, back)->records);
    return path;
  }

 private:
  std::int64_t weight(const StateGraph::Edge& edge) const { return weight_(edge); }
  std::int64_t most(StateGraph::State state) const { return most_[components_->of[state]]; }

  void find_quiet() {
    silent_ = [this](StateGraph::State state, const StateGraph::Edge& edge) {
      return weight(edge) == 0 && !graph_.rests(state);
    };
    quiet_ = fair_regions(graph_, machine_, silent_);
  }
  bool is_end(StateGraph::State state) const { return graph_.rests(state) || quiet_.contains(state); }

  // If an execution ends where it cannot rest, this adds the loop in which it goes on for ever.
  void stay(Path& path, StateGraph::State state) const {
    if (graph_.rests(state)) return;
    path.loop = path.steps.size();
    append(path, machine_, fair_loop(graph_, machine_, quiet_, silent_, state));
  }

  Search from_start(const StepFilter& allowed, const std::function<bool(StateGraph::State)>& ends) const {
    return {graph_.size(),
            {0},
            [this, allowed](Search::Node node, Search::Ways& ways) {
              const auto state = static_cast<StateGraph::State>(node);
              for (const auto& edge : graph_.out(state)) {
                if (allowed(state, edge)) ways.push_back({edge.record, edge.target});
              }
            },
            [ends](Search::Node node) { return ends(static_cast<StateGraph::State>(node)); }};
  }
  Path search(const StepFilter& allowed, const std::function<bool(StateGraph::State)>& ends) const {
    const auto route = calmest(machine_, from_start(allowed, ends));
    if (!route) throw std::logic_error("no execution attains the extreme");
    Path path;
    append(path, machine_, route->records);
    stay(path, static_cast<StateGraph::State>(route->end));
    return path;
  }

  const StateGraph& graph_;
  const Machine& machine_;
  const Weight weight_;
  const Components* components_ = nullptr;
  std::vector<std::int64_t> most_;  // by component; none if it is unbounded
  // By state: what it costs at least to get there, if not more than `least_`.
  std::vector<std::int64_t> distance_;
  std::int64_t least_ = 0;
  FairRegions quiet_;
  StepFilter silent_;
};

// The classes of which some message is sent.
std::set<std::string> labels_in(const StateGraph& graph, const Machine& machine) {
  std::set<std::uint32_t> shares(graph.shares.begin(), graph.shares.end());
  std::set<std::string> labels;
  for (const std::uint32_t share : shares) {
    for (const auto& [label, messages] : machine.steps().shares().share(share)) labels.insert(label);
  }
  return labels;
}

}  // namespace

void measure_costs(const StateGraph& graph, const Machine& machine, InstanceResult& result) {
  const Components& components = strong_components(graph);
  const Members members(components);
  const Costs costs(*machine.scenario().model->program);
  for (std::size_t cost = 0; cost < costs.counted(); ++cost) {
    if (cost == Costs::messages + 1 && costs.kinds().size() == 1) {  // all messages are of this kind
      const Extremes of_all = result.costs.front();
      result.costs.push_back(of_all);
      continue;
    }
    Count count(graph, machine, Weight(graph, machine, cost));
    count.find_most(components, members);
    result.costs.push_back({count.least(), count.most()});
  }
  for (const std::string& label : labels_in(graph, machine)) {
    Count count(graph, machine, Weight(graph, machine, label));
    count.find_most(components, members);
    result.shares[label] = {count.least(), count.most()};
  }
}

bool goes_on_for_ever(const StateGraph& graph, const Machine& machine) {
  const FairRegions regions =
      fair_regions(graph, machine, [&](StateGraph::State state, const auto&) { return !graph.rests(state); });
  return std::ranges::any_of(regions.of, [](std::uint32_t region) { return region != FairRegions::none; });
}

std::optional<Path> count_witness(const StateGraph& graph, const Machine& machine, std::size_t cost,
                                  Extreme extreme) {
  Count count(graph, machine, Weight(graph, machine, cost));
  if (extreme == Extreme::min) {
    if (!count.least()) return {};
    return count.cheapest();
  }
  const Components& components = strong_components(graph);
  const Members members(components);
  count.find_most(components, members);
  if (count.most()) return count.dearest();
  return count.endless(components);
}

}  // namespace conclave
