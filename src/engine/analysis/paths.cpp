#include "engine/analysis/paths.hpp"

#include <algorithm>
#include <limits>

namespace conclave {
namespace {

constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max();

// A breadth-first search up to the first level that has an end.
struct Levels {
  std::vector<std::uint32_t> depth;   // by node
  std::vector<Search::Node> visited;  // in the order of the visit
  bool found = false;

  explicit Levels(const Search& search) : depth(search.nodes, far) {
    const auto visit = [&](Search::Node node, std::uint32_t level) {
      if (depth[node] != far) return;
      depth[node] = level;
      visited.push_back(node);
      found |= search.is_end(node);
    };
    for (const auto start : search.starts) visit(start, 0);
    Search::Ways ways;
    for (std::size_t at = 0; at < visited.size(); ++at) {
      const auto node = visited[at];
      const std::uint32_t level = depth[node];
      if (found && level == depth[visited.back()]) return;  // the level that has an end is complete
      ways.clear();
      search.expand(node, ways);
      for (const auto& way : ways) visit(way.target, level + 1);
    }
  }

  std::uint32_t length() const { return depth[visited.back()]; }
};

// The nodes that lie on a shortest way from a start to an end, breadth-first.
struct Shortest {
  std::vector<Search::Node> nodes;
  std::vector<std::uint32_t> depth;  // of each of them
  std::uint32_t length = 0;          // of these ways
};

Shortest shortest_ways(const Search& search, const Levels& levels) {
  Shortest found{.nodes = {}, .depth = {}, .length = levels.length()};
  std::vector<bool> leads(search.nodes, false);
  Search::Ways ways;
  for (std::size_t at = levels.visited.size(); at-- > 0;) {
    const Search::Node node = levels.visited[at];
    const std::uint32_t depth = levels.depth[node];
    ways.clear();
    if (depth < found.length) search.expand(node, ways);
    leads[node] = search.is_end(node) || std::ranges::any_of(ways, [&](const Search::Way& way) {
                    return leads[way.target] && levels.depth[way.target] == depth + 1;
                  });
    if (leads[node]) found.nodes.push_back(node);
  }
  std::ranges::reverse(found.nodes);
  for (const Search::Node node : found.nodes) found.depth.push_back(levels.depth[node]);
  return found;
}

// Finds one of the shortest ways with the fewest switches: to each node, by each process that may have taken
// the last step. `expand` is as in a Search; `number` says where a node is among the shortest ways, and is
// `far` for one that is not there.
template <class Expand, class Number>
Route calmest_of(const Machine& machine, const Shortest& among, const Expand& expand, const Number& number) {
  struct Came {
    std::size_t from = 0;  // an index of a node and a process, as in `best`
    RecordIndex record = 0;
  };
  const std::size_t processes = machine.ids().size();
  std::vector<std::uint32_t> best(among.nodes.size() * processes, far);  // by (node, process)
  std::vector<Came> came(best.size());
  Search::Ways ways;
  for (std::size_t index = 0; index < among.nodes.size(); ++index) {
    const std::uint32_t depth = among.depth[index];
    if (depth == 0) std::fill_n(best.begin() + static_cast<std::ptrdiff_t>(index * processes), processes, 0);
    if (depth == among.length) break;  // from here on there are ends only
    ways.clear();
    expand(among.nodes[index], ways);
    for (const auto& [record, target] : ways) {
      const std::uint32_t next = number(target);
      if (next == far || among.depth[next] != depth + 1) continue;
      const std::size_t there = next * processes + machine.steps().record(record).process;
      for (std::size_t before = 0; before < processes; ++before) {
        const std::size_t here = index * processes + before;
        if (best[here] == far) continue;
        const std::uint32_t switches =
            best[here] + machine.steps().switches(record, static_cast<int>(before));
        if (switches >= best[there]) continue;
        best[there] = switches;
        came[there] = {here, record};
      }
    }
  }
  const auto first_end = std::ranges::lower_bound(among.depth, among.length) - among.depth.begin();
  const auto ends = best.begin() + first_end * static_cast<std::ptrdiff_t>(processes);
  auto at = static_cast<std::size_t>(std::min_element(ends, best.end()) - best.begin());
  Route route{.length = among.length, .records = {}, .end = among.nodes[at / processes]};
  for (; among.depth[at / processes] > 0; at = came[at].from) route.records.push_back(came[at].record);
  std::ranges::reverse(route.records);
  return route;
}

}  // namespace

std::optional<Route> calmest(const Machine& machine, const Search& search,
                             std::optional<std::size_t> enough) {
  // Where nothing is an end, all would be searched.
  Search::Node end = 0;
  while (end < search.nodes && !search.is_end(end)) ++end;
  if (end == search.nodes) return {};
  const Levels levels(search);
  if (!levels.found) return {};
  if (enough && levels.length() >= *enough) return Route{.length = levels.length(), .records = {}, .end = 0};
  const Shortest among = shortest_ways(search, levels);
  std::vector<std::uint32_t> numbers(search.nodes, far);
  for (std::size_t index = 0; index < among.nodes.size(); ++index)
    numbers[among.nodes[index]] = static_cast<std::uint32_t>(index);
  return calmest_of(machine, among, search.expand, [&](Search::Node node) { return numbers[node]; });
}

Path of_length(std::size_t steps) { return {.steps = {}, .loop = {}, .shortest = false, .least = steps}; }

void append(Path& path, const Machine& machine, const std::vector<RecordIndex>& records) {
  for (const auto record : records) path.steps.push_back(machine.steps().step(record));
}

// The states are numbered breadth-first, so that nothing has to be searched for, and little memory is needed:
// this is asked, too, where there is hardly any left.
Path path_to(const StateGraph& graph, const Machine& machine, const std::vector<Finding>& ends) {
  using State = StateGraph::State;
  const auto length_to = [&](const Finding& end) { return graph.level(end.state) + (end.last ? 1U : 0U); };
  Shortest among{
      .nodes = {}, .depth = {}, .length = length_to(*std::ranges::min_element(ends, {}, length_to))};
  // One more node stands for everything to which a last step leads. Where a limit was reached, a step may
  // lead to the state that would have been discovered next.
  const State goal = graph.discovered + 1;
  std::vector<bool> leads(std::size_t{goal} + 1, false);
  std::vector<Finding> steps;
  for (const Finding& end : ends) {
    if (length_to(end) != among.length) continue;
    leads[end.last ? goal : end.state] = true;
    if (end.last) steps.push_back(end);
  }
  std::ranges::stable_sort(steps, {}, &Finding::state);
  const auto steps_of = [&](State state) {
    return std::ranges::equal_range(steps, state, {}, &Finding::state);
  };
  const auto add = [&](State state, std::uint32_t depth) {
    among.nodes.push_back(state);
    among.depth.push_back(depth);
  };
  if (leads[goal]) add(goal, among.length);
  for (std::uint32_t depth = among.length + 1; depth-- > 0;) {
    const State deeper = depth + 1 < graph.levels.size() ? graph.levels[depth + 1] : graph.discovered;
    for (State state = deeper; state-- > graph.levels[depth];) {
      if (depth < among.length && state < graph.size()) {
        leads[state] =
            !steps_of(state).empty() || std::ranges::any_of(graph.out(state), [&](const auto& edge) {
              return edge.target >= deeper && leads[edge.target];
            });
      }
      if (leads[state]) add(state, depth);
    }
  }
  std::ranges::reverse(among.nodes);
  std::ranges::reverse(among.depth);
  const auto expand = [&](Search::Node node, Search::Ways& ways) {
    const auto state = static_cast<State>(node);
    for (const Finding& step : steps_of(state)) ways.push_back({*step.last, goal});
    for (const auto& edge : graph.out(state)) ways.push_back({edge.record, edge.target});
  };
  const auto number = [&](Search::Node node) {
    const auto at = std::ranges::lower_bound(among.nodes, node);
    return at == among.nodes.end() || *at != node ? far
                                                  : static_cast<std::uint32_t>(at - among.nodes.begin());
  };
  Path path;
  append(path, machine, calmest_of(machine, among, expand, number).records);
  return path;
}

}  // namespace conclave
