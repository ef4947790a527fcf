#include "engine/chance/nodes.hpp"

#include <algorithm>
#include <utility>

#include "engine/analysis/fairness.hpp"

namespace conclave {

Nodes::Nodes(const DecisionProcess& process, const EndComponents& free, const MayEnd& may_end)
    : process_(process) {
  std::vector<std::uint32_t> number(free.count, EndComponents::none);
  for (State state = 0; state < process.size(); ++state) {
    const std::uint32_t component = free.of[state];
    std::uint32_t node = component == EndComponents::none ? EndComponents::none : number[component];
    if (node == EndComponents::none) {
      node = static_cast<std::uint32_t>(options_.size());
      options_.emplace_back();
      if (component != EndComponents::none) number[component] = node;
    }
    of_.push_back(node);
    for (Decision d = process.first_decision[state]; d < process.first_decision[state + 1]; ++d) {
      if (!free.inside[d]) options_[node].push_back(d);
    }
    if (may_end(state) && !std::ranges::count(options_[node], to_end)) options_[node].push_back(to_end);
  }
}

bool Nodes::decides() const {
  return std::ranges::any_of(options_, [](const auto& options) { return options.size() > 1; });
}

bool Nodes::keep_what_ends(const Limits& limits) {
  std::vector<bool> good(size(), true);
  const auto stays_good = [&](Decision d) {
    return std::ranges::all_of(outcomes(d), [&](const auto& outcome) { return good[of(outcome.target)]; });
  };
  for (bool shrunk = true; shrunk;) {
    std::vector<bool> reaches(size(), false);
    for (bool grown = true; grown;) {
      limits.poll();
      grown = false;
      for (std::uint32_t node = size(); node-- > 0;) {
        if (reaches[node] || !good[node]) continue;
        reaches[node] = std::ranges::any_of(options(node), [&](Decision d) {
          return stays_good(d) && (d == to_end || std::ranges::any_of(outcomes(d), [&](const auto& outcome) {
                                     return reaches[of(outcome.target)];
                                   }));
        });
        grown |= reaches[node];
      }
    }
    shrunk = good != reaches;
    good = std::move(reaches);
  }
  for (std::uint32_t node = 0; node < size(); ++node) {
    std::erase_if(options_[node], [&](Decision d) { return !stays_good(d); });
    if (!good[node]) options_[node] = {to_end};  // nobody gets there
  }
  return good[of(0)];
}

Components Nodes::components(const std::function<bool(const Outcome&)>& counts, const Limits& limits) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t node = 0; node < size(); ++node) {
    for (const Decision d : options(node)) {
      for (const auto& outcome : outcomes(d)) {
        if (counts(outcome)) edges.emplace_back(node, of(outcome.target));
      }
    }
  }
  return strong_components(size(), edges, limits);
}

}  // namespace conclave
