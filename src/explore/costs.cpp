#include <limits>
#include <queue>

#include "explore/state_graph.hpp"

namespace conclave {
namespace {

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

// Messages of one kind (or all) that a step sends, by its cost index.
std::vector<std::int64_t> weights(const Machine& machine, std::size_t metric) {
  std::vector<std::int64_t> weights;
  for (const auto& by_kind : machine.costs()) {
    std::int64_t sent = 0;
    for (std::size_t kind = 0; kind < by_kind.size(); ++kind) {
      if (metric == 0 || metric == kind + 1) sent += by_kind[kind];
    }
    weights.push_back(sent);
  }
  return weights;
}

class Metric {
 public:
  Metric(const StateGraph& graph, const Machine& machine, const Components& components, std::size_t metric)
      : graph_(graph), machine_(machine), components_(components), weights_(weights(machine, metric)) {}

  // The least upper bound: unbounded as soon as a cycle sends, because it may be taken any number of times
  // before the execution goes on. Otherwise no step inside a component sends, and the components are without
  // cycles.
  std::optional<std::int64_t> most() const {
    std::vector<std::int64_t> most(components_.count, 0);
    std::vector<std::vector<StateGraph::State>> states_of(components_.count);
    for (StateGraph::State state = 0; state < graph_.size(); ++state)
      states_of[components_.of[state]].push_back(state);
    for (std::uint32_t component = 0; component < components_.count; ++component) {
      for (const auto state : states_of[component]) {
        for (const auto& edge : graph_.out(state)) {
          const std::uint32_t target = components_.of[edge.target];
          if (target == component && weight(edge) > 0) return {};
          if (target != component) most[component] = std::max(most[component], most[target] + weight(edge));
        }
      }
    }
    return most[components_.of[0]];
  }

  // The cheapest way (Dijkstra) to where an execution may end: quiescence, or a component in which it can
  // fairly stay for ever without sending.
  std::optional<std::int64_t> least() const {
    const StepFilter silent = [&](StateGraph::State state, const StateGraph::Edge& edge) {
      return weight(edge) == 0 && graph_.ends[state] == StateGraph::goes_on;
    };
    const Components quiet = strong_components(graph_, silent);
    const std::vector<bool> fair = fair_components(graph_, machine_, quiet, silent);
    const auto is_end = [&](StateGraph::State state) {
      return graph_.ends[state] != StateGraph::goes_on || fair[quiet.of[state]];
    };
    std::vector<std::int64_t> distance(graph_.size(), none);
    using Entry = std::pair<std::int64_t, StateGraph::State>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    distance[0] = 0;
    queue.emplace(0, 0U);
    bool began = false;  // the empty execution is none where someone must start
    while (!queue.empty()) {
      graph_.limits.poll();
      const auto [so_far, state] = queue.top();
      queue.pop();
      if (so_far > distance[state]) continue;
      if (is_end(state) && (began || state != 0 || !graph_.someone_must_start)) return so_far;
      const bool first = !began;
      began = true;
      if (first && graph_.someone_must_start) distance[0] = none;  // may be come back to
      for (const auto& edge : graph_.out(state)) {
        const std::int64_t there = so_far + weight(edge);
        if (there >= distance[edge.target]) continue;
        distance[edge.target] = there;
        queue.emplace(there, edge.target);
      }
    }
    return {};
  }

 private:
  std::int64_t weight(const StateGraph::Edge& edge) const {
    return weights_[machine_.record(edge.record).cost];
  }

  const StateGraph& graph_;
  const Machine& machine_;
  const Components& components_;
  std::vector<std::int64_t> weights_;
};

}  // namespace

void measure_costs(const StateGraph& graph, const Machine& machine, InstanceResult& result) {
  const Components components = strong_components(graph, [](auto, const auto&) { return true; });
  const std::size_t kinds = machine.scenario().model->program->message_kinds().size();
  for (std::size_t metric = 0; metric <= kinds; ++metric) {
    const Metric of(graph, machine, components, metric);
    result.messages.push_back({of.least(), of.most()});
  }
}

}  // namespace conclave
