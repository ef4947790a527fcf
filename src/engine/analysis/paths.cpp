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

  std::size_t length() const { return depth[visited.back()]; }
};

// Finds among the shortest ways those with the fewest switches, to each node by each process that may have
// taken the last step.
class Calm {
 public:
  Calm(const Machine& machine, const Search& search, const Levels& levels)
      : machine_(machine), search_(search), levels_(levels), processes_(machine.ids().size()) {
    keep_what_leads_to_ends();
    best_.assign(kept_.size() * processes_, far);
    came_.assign(best_.size(), {});
    for (std::size_t index = 0; index < kept_.size(); ++index) spread(index);
  }

  Route route() const {
    std::size_t at = 0;
    std::uint32_t least = far;
    for (std::size_t index = 0; index < kept_.size(); ++index) {
      if (!search_.is_end(kept_[index])) continue;
      for (std::size_t p = 0; p < processes_; ++p) {
        if (best_[index * processes_ + p] >= least) continue;
        at = index * processes_ + p;
        least = best_[at];
      }
    }
    Route route{.length = levels_.length(), .records = {}, .end = kept_[at / processes_]};
    for (; levels_.depth[kept_[at / processes_]] > 0; at = came_[at].from)
      route.records.push_back(came_[at].record);
    std::ranges::reverse(route.records);
    return route;
  }

 private:
  struct Came {
    std::size_t from = 0;  // an index of a node and a process, as in best_
    RecordIndex record = 0;
  };

  void keep_what_leads_to_ends() {
    std::vector<bool> leads(search_.nodes, false);
    for (std::size_t at = levels_.visited.size(); at-- > 0;) {
      const auto node = levels_.visited[at];
      bool keep = search_.is_end(node);
      if (!keep && levels_.depth[node] < levels_.length()) {
        const auto leads_on = [&](const Search::Way& way) {
          return leads[way.target] && levels_.depth[way.target] == levels_.depth[node] + 1;
        };
        keep = std::ranges::any_of(ways_of(node), leads_on);
      }
      leads[node] = keep;
      if (keep) kept_.push_back(node);
    }
    std::ranges::reverse(kept_);
    index_.assign(search_.nodes, far);
    for (std::size_t index = 0; index < kept_.size(); ++index)
      index_[kept_[index]] = static_cast<std::uint32_t>(index);
  }

  // Goes on from a node to those that are one level deeper.
  void spread(std::size_t index) {
    const auto node = kept_[index];
    const std::uint32_t level = levels_.depth[node];
    if (level == 0)
      std::fill_n(best_.begin() + static_cast<std::ptrdiff_t>(index * processes_), processes_, 0);
    if (level == levels_.length() || search_.is_end(node)) return;
    for (const auto& [record, target] : ways_of(node)) {
      if (index_[target] == far || levels_.depth[target] != level + 1) continue;
      const std::size_t process = machine_.steps().record(record).process;
      const std::size_t there = index_[target] * processes_ + process;
      for (std::size_t before = 0; before < processes_; ++before) {
        const std::size_t here = index * processes_ + before;
        if (best_[here] == far) continue;
        const std::uint32_t switches =
            best_[here] + machine_.steps().switches(record, static_cast<int>(before));
        if (switches >= best_[there]) continue;
        best_[there] = switches;
        came_[there] = {here, record};
      }
    }
  }

  const Search::Ways& ways_of(Search::Node node) {
    ways_.clear();
    search_.expand(node, ways_);
    return ways_;
  }

  const Machine& machine_;
  const Search& search_;
  const Levels& levels_;
  std::size_t processes_;
  std::vector<Search::Node> kept_;    // in breadth-first order
  std::vector<std::uint32_t> index_;  // by node, into kept_
  std::vector<std::uint32_t> best_;   // by (kept, process)
  std::vector<Came> came_;
  Search::Ways ways_;
};

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
  return Calm(machine, search, levels).route();
}

Path of_length(std::size_t steps) { return {.steps = {}, .loop = {}, .shortest = false, .least = steps}; }

void append(Path& path, const Machine& machine, const std::vector<RecordIndex>& records) {
  for (const auto record : records) path.steps.push_back(machine.steps().step(record));
}

Path path_to(const StateGraph& graph, const Machine& machine, const std::vector<Finding>& ends) {
  // One more node stands for everything to which a last step leads.
  const Search::Node goal = graph.discovered;
  std::vector<bool> is_end(goal + 1, false);
  is_end[goal] = true;
  std::vector<Finding> steps;
  for (const auto& end : ends) {
    if (end.last) {
      steps.push_back(end);
    } else {
      is_end[end.state] = true;
    }
  }
  std::ranges::stable_sort(steps, {}, &Finding::state);
  const auto expand = [&](Search::Node node, Search::Ways& ways) {
    if (node >= graph.size()) return;
    const auto state = static_cast<StateGraph::State>(node);
    for (const auto& step : std::ranges::equal_range(steps, state, {}, &Finding::state))
      ways.push_back({*step.last, goal});
    for (const auto& edge : graph.out(state)) ways.push_back({edge.record, edge.target});
  };
  const Search search{goal + 1, {0}, expand, [&](Search::Node node) { return is_end[node]; }};
  Path path;
  append(path, machine, calmest(machine, search)->records);
  return path;
}

}  // namespace conclave
