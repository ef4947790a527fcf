// The way back from configurations where something was found to the initial one, where configurations are
// stored without edges. It goes back level by level: those of a level are so many steps away from the initial
// configuration. What is on the way forms a graph, in which node 0 is where the execution is to come.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/analysis/paths.hpp"

namespace conclave {

// Configuration is whatever can be compared and hashed.
template <class Configuration>
class WayBack {
 public:
  using Level = boost::unordered_flat_map<Configuration, std::uint32_t>;  // nodes

  static constexpr std::size_t most_in_level = 4096;

  // What was found is so many steps away.
  explicit WayBack(std::size_t steps) : left_(steps) {}
  // Something was found in a configuration, or in this last step out of it.
  void begin_at(const Configuration& found, std::optional<RecordIndex> last) {
    if (last)
      edges_[node_in(before_, found)].emplace_back(*last, 0);
    else
      level_.emplace(found, 0);
  }

  // How many steps away the configurations of this level are.
  std::size_t left() const { return left_; }
  const Level& level() const { return level_; }
  // Is there nothing to add to the level before this one? It may have enough already.
  bool is_full() const { return level_.empty() || before_.size() >= most_in_level; }
  // A step out of a configuration of the level before this one. It is kept if it leads into this level.
  void add_step(const Configuration& from, RecordIndex step, const Configuration& to) {
    const auto found = level_.find(to);
    if (found != level_.end()) edges_[node_in(before_, from)].emplace_back(step, found->second);
  }
  void go_on() {
    level_ = std::exchange(before_, {});
    --left_;
  }

  // The execution, when no step is left.
  Path path(const Machine& machine, const Configuration& initial) const {
    Search search;
    search.nodes = edges_.size();
    search.starts = {level_.at(initial)};
    search.expand = [&](Search::Node node, Search::Ways& ways) {
      for (const auto& [step, target] : edges_[node]) ways.push_back({step, target});
    };
    search.is_end = [](Search::Node node) { return node == 0; };
    Path path;
    append(path, machine, calmest(machine, search)->records);
    return path;
  }

 private:
  std::uint32_t node_in(Level& level, const Configuration& of) {
    const auto [at, is_new] = level.try_emplace(of, static_cast<std::uint32_t>(edges_.size()));
    if (is_new) edges_.emplace_back();
    return at->second;
  }

  std::size_t left_;
  Level level_;
  Level before_;  // one step nearer to the initial configuration
  std::vector<std::vector<std::pair<RecordIndex, std::uint32_t>>> edges_{1};
};

}  // namespace conclave
