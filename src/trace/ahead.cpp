#include "trace/ahead.hpp"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/strong_components.hpp>
#include <deque>
#include <limits>
#include <utility>

namespace conclave {
namespace {

using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                 std::uint32_t, std::uint32_t>;

Graph graph_of(const StateSpace& space) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  pairs.reserve(space.edges().size());
  for (const auto& edge : space.edges()) pairs.emplace_back(edge.from, edge.to);
  return {boost::edges_are_sorted, pairs.begin(), pairs.end(),
          static_cast<std::uint32_t>(space.nodes().size())};
}

}  // namespace

Ahead::Ahead(const Scenario& scenario, const Instance& instance, const std::vector<Step>& execution,
             Limits& limits, std::uint64_t most)
    : space_(scenario, instance, execution, limits) {
  space_.explore(most);
  limits.poll();
  first_.assign(space_.nodes().size() + 1, 0);
  for (const auto& edge : space_.edges()) ++first_[edge.from + 1];
  for (std::size_t node = 0; node < space_.nodes().size(); ++node) first_[node + 1] += first_[node];
  find_nearest();
  find_cheapest();
  find_components();
  find_dearest();
  find_endings();
}

std::int64_t Ahead::messages(const StateSpace::Edge& edge) const {
  const Steps& steps = space_.machine().steps();
  return steps.costs()[steps.record(edge.record).cost][Costs::messages];
}

// Configurations are numbered breadth-first, so the first edge into one ends a shortest way.
void Ahead::find_nearest() {
  nearest_.assign(space_.nodes().size(), none);
  depth_.assign(space_.nodes().size(), 0);
  for (EdgeIndex e = 0; e < space_.edges().size(); ++e) {
    const auto& edge = space_.edges()[e];
    if (edge.to == 0 || nearest_[edge.to] != none) continue;
    nearest_[edge.to] = e;
    depth_[edge.to] = depth_[edge.from] + 1;
  }
}

void Ahead::find_cheapest() {
  const Graph graph = graph_of(space_);
  std::vector<std::int64_t> weights;
  weights.reserve(space_.edges().size());
  for (const auto& edge : space_.edges()) weights.push_back(messages(edge));
  const auto nodes = get(boost::vertex_index, graph);
  least_.assign(space_.nodes().size(), std::numeric_limits<std::int64_t>::max());
  boost::dijkstra_shortest_paths(
      graph, 0U,
      boost::distance_map(boost::make_iterator_property_map(least_.begin(), nodes))
          .weight_map(boost::make_iterator_property_map(weights.cbegin(), get(boost::edge_index, graph))));
  // Steps that send nothing may go round in circles, so the last edge is not any that fits: shorter ways come
  // first.
  cheapest_.assign(space_.nodes().size(), none);
  std::deque<Number> waiting{0};
  while (!waiting.empty()) {
    const Number from = waiting.front();
    waiting.pop_front();
    for (EdgeIndex e = first_[from]; e < first_[from + 1]; ++e) {
      const Number to = space_.edges()[e].to;
      if (to == 0 || cheapest_[to] != none || least_[from] + weights[e] != least_[to]) continue;
      cheapest_[to] = e;
      waiting.push_back(to);
    }
  }
}

void Ahead::find_components() {
  const Graph graph = graph_of(space_);
  component_.assign(space_.nodes().size(), 0);
  const std::size_t count = boost::strong_components(
      graph, boost::make_iterator_property_map(component_.begin(), get(boost::vertex_index, graph)));
  dearest_.assign(count, 0);
  entry_.assign(count, none);
}

// Components are numbered so that edges lead to smaller numbers, and the beginning is in the greatest.
void Ahead::find_dearest() {
  std::vector<std::vector<EdgeIndex>> out(dearest_.size());
  std::vector<bool> grows(dearest_.size());  // may be gone round for ever, sending messages
  for (EdgeIndex e = 0; e < space_.edges().size(); ++e) {
    const auto& edge = space_.edges()[e];
    if (component_[edge.from] != component_[edge.to])
      out[component_[edge.from]].push_back(e);
    else if (messages(edge) > 0)
      grows[component_[edge.from]] = true;
  }
  for (std::size_t component = dearest_.size(); component-- > 0;) {
    if (grows[component]) dearest_[component].reset();
    for (const EdgeIndex e : out[component]) {
      const Number to = component_[space_.edges()[e].to];
      const auto& here = dearest_[component];
      auto& there = dearest_[to];
      if (!here || !there) {
        there.reset();
      } else if (entry_[to] == none || *here + messages(space_.edges()[e]) > *there) {
        there = *here + messages(space_.edges()[e]);
        entry_[to] = e;
      }
    }
  }
}

void Ahead::find_endings() {
  for (Number number = 0; number < space_.nodes().size(); ++number) {
    const StateSpace::Node& node = space_.nodes()[number];
    if (!node.quiescent) continue;
    Ending ending{number, depth_[number], least_[number], dearest_[component_[number]], node.decided, {}};
    const std::vector<Standing> standings = space_.state(number).standings;
    for (std::size_t place = 0; place < standings.size(); ++place) {
      if (standings[place].leader) ending.leaders.push_back(place);
    }
    endings_.push_back(std::move(ending));
  }
}

std::vector<Step> Ahead::way(Number to, const std::vector<EdgeIndex>& last) const {
  std::vector<Step> steps;
  for (Number at = to; at != 0; at = space_.edges()[last[at]].from)
    steps.push_back(space_.machine().steps().step(space_.edges()[last[at]].record));
  std::ranges::reverse(steps);
  return steps;
}

std::vector<Step> Ahead::nearest_way(Number to) const { return way(to, nearest_); }
std::vector<Step> Ahead::cheapest_way(Number to) const { return way(to, cheapest_); }

// A shortest way between two configurations of one component, as edges from its end on.
void Ahead::add_way_inside(std::vector<EdgeIndex>& backwards, Number from, Number to) const {
  std::vector<EdgeIndex> last(space_.nodes().size(), none);
  std::deque<Number> waiting{from};
  while (!waiting.empty() && last[to] == none && from != to) {
    const Number at = waiting.front();
    waiting.pop_front();
    for (EdgeIndex e = first_[at]; e < first_[at + 1]; ++e) {
      const Number after = space_.edges()[e].to;
      if (component_[after] != component_[from] || after == from || last[after] != none) continue;
      last[after] = e;
      waiting.push_back(after);
    }
  }
  for (Number at = to; at != from; at = space_.edges()[last[at]].from) backwards.push_back(last[at]);
}

std::optional<std::vector<Step>> Ahead::dearest_way(Number to) const {
  if (!dearest_[component_[to]]) return {};
  std::vector<EdgeIndex> backwards;
  for (Number at = to;;) {
    const EdgeIndex entry = entry_[component_[at]];
    add_way_inside(backwards, entry == none ? 0 : space_.edges()[entry].to, at);
    if (entry == none) break;
    backwards.push_back(entry);
    at = space_.edges()[entry].from;
  }
  std::vector<Step> steps;
  for (auto edge = backwards.rbegin(); edge != backwards.rend(); ++edge)
    steps.push_back(space_.machine().steps().step(space_.edges()[*edge].record));
  return steps;
}

std::optional<std::vector<Step>> Ahead::way_to_violation(PropertyId id) const {
  std::optional<std::vector<Step>> found;
  const auto consider = [&](std::vector<Step> steps) {
    if (!found || steps.size() < found->size()) found = std::move(steps);
  };
  for (Number number = 0; number < space_.nodes().size(); ++number) {
    const StateSpace::Node& node = space_.nodes()[number];
    const bool wrong_end = id == PropertyId::termination && node.quiescent && !node.decided;
    if (!node.failed.contains(id) && !wrong_end) continue;
    consider(nearest_way(number));
    break;  // the others are no nearer
  }
  for (const auto& edge : space_.edges()) {
    const Steps& steps = space_.machine().steps();
    if (!steps.record(edge.record).broken.contains(id)) continue;
    std::vector<Step> there = nearest_way(edge.from);
    there.push_back(steps.step(edge.record));
    consider(std::move(there));
    break;
  }
  return found;
}

}  // namespace conclave
