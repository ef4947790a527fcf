#include "engine/ranks/spread.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "program/limits.hpp"

namespace conclave {
namespace {

// A configuration of a sample as one from which components are read.
struct Cells {
  const Sample::Configuration& values;
  std::uint32_t get(std::size_t component) const { return values[component]; }
};

// Deals groups to ranks: each in turn to the rank to which or from which most steps lead, the less so the
// fuller that is; and again some times, since the first ones were dealt when little was known (I. Stanton,
// G. Kliot, Streaming graph partitioning for large distributed graphs, 2012; J. Nishimura, J. Ugander,
// Restreaming graph partitioning, 2013).
Spread::Ranks deal(const Sample& sample, const Spread::Components& components, std::uint32_t ranks,
                   const Meanings& meanings) {
  constexpr int rounds = 6;
  constexpr double slack = 1.05;
  struct Group {
    std::uint64_t hash;
    double weight = 0;
    boost::unordered_flat_map<std::uint32_t, double> steps{};  // by the other group
    std::uint32_t rank = 0;
  };
  Spread spread(components, ranks);
  std::vector<Group> groups;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> group_of;
  const auto find = [&](const Sample::Configuration& values) {
    const std::uint64_t hash = spread.group_of(Cells{values}, meanings);
    const auto [at, is_new] = group_of.try_emplace(hash, static_cast<std::uint32_t>(groups.size()));
    if (is_new) groups.push_back({hash});
    return at->second;
  };
  for (const auto& [from, to] : sample.all) {
    const std::uint32_t here = find(from);
    groups[here].weight += 1;
    for (const auto& each : to) {
      const std::uint32_t there = find(each);
      if (there == here) continue;
      groups[here].steps[there] += 1;
      groups[there].steps[here] += 1;
    }
  }
  const double most = slack * static_cast<double>(sample.all.size()) / ranks;
  std::vector<double> in_rank(ranks, 0);
  std::set<std::pair<double, std::uint32_t>> by_weight;  // the ranks
  for (std::uint32_t rank = 0; rank < ranks; ++rank) by_weight.emplace(0, rank);
  const auto add = [&](std::uint32_t rank, double weight) {
    by_weight.erase({in_rank[rank], rank});
    by_weight.emplace(in_rank[rank] += weight, rank);
  };
  std::map<std::uint32_t, double> steps;  // by rank
  for (int round = 0; round < rounds; ++round) {
    for (std::uint32_t here = 0; here < groups.size(); ++here) {
      Group& group = groups[here];
      if (round > 0) add(group.rank, -group.weight);
      steps.clear();
      steps[by_weight.begin()->second] = 0;
      for (const auto& [other, count] : group.steps) {
        if (round > 0 || other < here) steps[groups[other].rank] += count;
      }
      const auto score = [&](const auto& of) { return (of.second + 0.1) * (1 - in_rank[of.first] / most); };
      group.rank = std::ranges::max_element(steps, {}, score)->first;
      add(group.rank, group.weight);
    }
  }
  Spread::Ranks known;
  for (const Group& group : groups) known[group.hash] = group.rank;
  return known;
}

// The best choices with one component more than before, at most so many. They are dealt by one sample and
// tried on another one, because what has many groups fits only the sample by which it was dealt.
std::vector<Spreading> extend(const std::vector<Spreading>& by_fewer, std::size_t most, const Sample& sample,
                              const Sample& others, std::uint32_t ranks, const Meanings& meanings) {
  std::vector<Spreading> found;
  const std::size_t components = sample.all.front().from.size();
  for (const Spreading& fewer : by_fewer) {
    for (std::uint32_t c = 0; c < components; ++c) {
      Spread::Components more = fewer.components;
      if (meanings.count(c) == 0 || std::ranges::find(more, c) != more.end()) continue;
      more.push_back(c);
      std::ranges::sort(more);
      if (std::ranges::find(found, more, &Spreading::components) != found.end()) continue;
      if (Limits* const limits = LimitsInForce::get()) limits->poll();
      found.push_back(
          spreading(others, spread_by(sample, std::move(more), ranks, meanings), ranks, meanings));
    }
  }
  std::ranges::stable_sort(found, {}, &Spreading::effort);
  if (found.size() > most) found.resize(most);
  return found;
}

}  // namespace

Spread spread_by(const Sample& sample, Spread::Components components, std::uint32_t ranks,
                 const Meanings& meanings) {
  Spread::Ranks known = deal(sample, components, ranks, meanings);
  return {std::move(components), ranks, std::move(known)};
}

Spreading spreading(const Sample& sample, Spread spread, std::uint32_t ranks, const Meanings& meanings) {
  std::vector<std::size_t> in_rank(ranks, 0);
  std::size_t steps = 0;
  std::size_t remote = 0;
  for (const auto& [from, to] : sample.all) {
    const std::uint32_t rank = spread.rank_of(Cells{from}, meanings);
    ++in_rank[rank];
    steps += to.size();
    for (const auto& each : to) remote += spread.rank_of(Cells{each}, meanings) == rank ? 0 : 1;
  }
  const double all = static_cast<double>(sample.all.size());
  return {spread.components(),
          static_cast<double>(remote) / static_cast<double>(std::max<std::size_t>(steps, 1)),
          static_cast<double>(std::ranges::max(in_rank)) * ranks / all};
}

std::vector<Spreading> best_spreadings(const Sample& sample, std::size_t most, std::uint32_t ranks,
                                       const Meanings& meanings) {
  constexpr std::size_t tried = 300;  // with each number of components, about
  const std::size_t extended = std::clamp<std::size_t>(tried / sample.all.front().from.size(), 1, 4);
  Sample halves[2];
  for (std::size_t i = 0; i < sample.all.size(); ++i) halves[i % 2].all.push_back(sample.all[i]);
  if (halves[1].all.empty()) halves[1] = halves[0];
  std::vector<Spreading> best;
  for (std::vector<Spreading> found(1); best.size() < most; best.push_back(found.front())) {
    found = extend(found, extended, halves[0], halves[1], ranks, meanings);
    if (found.empty()) break;
  }
  return best;
}

Spread best_spread(const Sample& sample, std::uint32_t ranks, const Meanings& meanings) {
  constexpr std::size_t most = 3;
  const std::vector<Spreading> all = best_spreadings(sample, most, ranks, meanings);
  const auto& best = *std::ranges::min_element(all, {}, &Spreading::effort);
  return spread_by(sample, best.components, ranks, meanings);
}

}  // namespace conclave
