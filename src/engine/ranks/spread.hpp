// Which rank a configuration belongs to, by a few of its components. The configurations in which these have
// the same values are a group, which belongs to one rank. A sample says which groups are large, and from
// which to which many steps lead; those that were not in it are spread by their hash. Hashes are of what
// values mean, so that all ranks come to the same. More components spread configurations more evenly, and
// lead more steps from rank to rank.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "machine/meanings.hpp"

namespace conclave {

class Spread {
 public:
  using Components = std::vector<std::uint32_t>;

  // By group: the rank that it belongs to.
  using Ranks = boost::unordered_flat_map<std::uint64_t, std::uint32_t>;

  Spread() = default;
  Spread(Components components, std::uint32_t ranks, Ranks known = {})
      : components_(std::move(components)),
        ranks_(ranks),
        known_(std::move(known)),
        hashes_(components_.size()) {}

  const Components& components() const { return components_; }
  const Ranks& known() const { return known_; }

  template <class Cells>
  std::uint32_t rank_of(const Cells& cells, const Meanings& meanings) {
    const std::uint64_t group = group_of(cells, meanings);
    const auto known = known_.find(group);
    if (known != known_.end()) return known->second;
    return static_cast<std::uint32_t>((group >> 32) * ranks_ >> 32);
  }
  template <class Cells>
  std::uint64_t group_of(const Cells& cells, const Meanings& meanings) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < components_.size(); ++i) {
      const std::uint32_t value = cells.get(components_[i]);
      std::vector<std::uint64_t>& known = hashes_[i];
      while (value >= known.size())
        known.push_back(hash_of(meanings.of(components_[i], static_cast<std::uint32_t>(known.size()))));
      hash = (hash ^ known[value]) * 0x9e3779b97f4a7c15ULL;
      hash ^= hash >> 29;
    }
    return hash;
  }

 private:
  static std::uint64_t hash_of(const Encoded& meaning) {
    std::uint64_t hash = meaning.size() + 1;
    for (const std::int32_t word : meaning) {
      hash = (hash ^ static_cast<std::uint32_t>(word)) * 0xbf58476d1ce4e5b9ULL;
      hash ^= hash >> 31;
    }
    return hash;
  }

  Components components_;
  std::uint32_t ranks_ = 1;
  Ranks known_;
  std::vector<std::vector<std::uint64_t>> hashes_;  // by index in components_, then value
};

// Some configurations of an instance, each with steps out of it, as values by component.
struct Sample {
  using Configuration = std::vector<std::uint32_t>;
  struct Steps {
    Configuration from;
    std::vector<Configuration> to;
  };
  std::vector<Steps> all;
};

// A spread by these components, in which the groups of the sample are dealt to ranks.
Spread spread_by(const Sample&, Spread::Components, std::uint32_t ranks, const Meanings&);

// What becomes of a sample in a spread by these components.
struct Spreading {
  Spread::Components components;
  double remote = 0;     // the share of steps that lead to another rank
  double imbalance = 0;  // how many times as many configurations the fullest rank has as all have on average

  // What the fullest rank would have to do. A configuration that is sent takes about twice as long besides.
  double effort() const { return imbalance * (1 + 2 * remote); }
};
Spreading spreading(const Sample&, Spread, std::uint32_t ranks, const Meanings&);

// The best one by one component, by two, and so on; of those that were tried. Throws LimitReached if limits
// are in force.
std::vector<Spreading> best_spreadings(const Sample&, std::size_t most, std::uint32_t ranks, const Meanings&);
// The best spread by one, two or three components.
Spread best_spread(const Sample&, std::uint32_t ranks, const Meanings&);

}  // namespace conclave
