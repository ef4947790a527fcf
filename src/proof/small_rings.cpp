#include "proof/small_rings.hpp"

#include <algorithm>
#include <boost/functional/hash.hpp>
#include <numeric>
#include <unordered_set>

namespace conclave::proof {
namespace {

struct HashBits {
  std::size_t operator()(const Ring::Bits& bits) const { return boost::hash_range(bits.begin(), bits.end()); }
};

// What is wrong: a property, or an error of the model.
struct Wrong {
  std::string property;
  std::string error;
};

std::optional<Wrong> wrong_with(const Rule& rule, const std::vector<const Goal*>& goals) {
  if (!rule.error.empty()) return Wrong{"", rule.error};
  for (const Goal* goal : goals) {
    if (goal->of_steps && std::ranges::find(rule.breaks, goal->name) != rule.breaks.end())
      return Wrong{goal->name, ""};
  }
  return {};
}

std::optional<Wrong> wrong_with(const Ring& ring, const Theory& theory,
                                const std::vector<const Goal*>& goals) {
  const auto is_violated = [&](const Clause& clause) { return !ring.satisfies(clause); };
  if (std::ranges::any_of(theory.errors, is_violated))
    return Wrong{"", "a property, or `leader`, cannot be asked about a local state there"};
  for (const Goal* goal : goals) {
    if (std::ranges::any_of(goal->clauses, is_violated)) return Wrong{goal->name, ""};
  }
  return {};
}

class Exploration {
 public:
  Exploration(SmallRings& rings, const Theory& theory, const std::vector<const Goal*>& goals,
              std::size_t most, Limits& limits)
      : rings_(rings), theory_(theory), steps_(theory), goals_(goals), most_(most), limits_(limits) {}

  bool explore(std::vector<int> ranks) {
    known_.clear();
    queue_.clear();
    Ring ring = steps_.initial(std::move(ranks));
    if (const auto wrong = wrong_with(ring, theory_, goals_))
      return fail({wrong->property, wrong->error, ring, {}, ring, 0});
    add(ring, 0);
    while (!queue_.empty()) {
      limits_.poll();
      const auto [bits, depth] = queue_.front();
      queue_.pop_front();
      ring.load(bits);
      std::optional<Failure> failure;
      steps_.every(ring, [&](const Application& application) {
        if (failure) return;
        const bool ends = !application.rule->error.empty();
        Ring after = ends ? ring : steps_.after(ring, application);
        auto wrong = wrong_with(*application.rule, goals_);
        if (!wrong) wrong = wrong_with(after, theory_, goals_);
        if (wrong)
          failure = {wrong->property, wrong->error, ring, application, std::move(after), depth + 1};
        else
          add(after, depth + 1);
      });
      if (failure) return fail(*std::move(failure));
      if (rings_.all.size() + found_.size() > most_) return false;
    }
    return true;
  }
  void keep(int processes) {
    rings_.explored = processes;
    rings_.all.insert(rings_.all.end(), found_.begin(), found_.end());
    rings_.configurations = rings_.all.size();
  }

 private:
  bool fail(Failure failure) {
    if (!rings_.failure || failure.steps < rings_.failure->steps) rings_.failure = std::move(failure);
    return false;
  }
  void add(const Ring& ring, std::size_t depth) {
    if (!known_.insert(ring.bits()).second) return;
    queue_.emplace_back(ring.bits(), depth);
    found_.push_back(ring);
  }

  SmallRings& rings_;
  const Theory& theory_;
  const Steps steps_;
  const std::vector<const Goal*>& goals_;
  const std::size_t most_;
  Limits& limits_;
  std::unordered_set<Ring::Bits, HashBits> known_;
  std::deque<std::pair<Ring::Bits, std::size_t>> queue_;
  std::vector<Ring> found_;
};

}  // namespace

bool explore_one_more(SmallRings& rings, const Theory& theory, const std::vector<const Goal*>& goals,
                      std::size_t most, Limits& limits) {
  const int n = rings.explored + 1;
  Exploration exploration(rings, theory, goals, most, limits);
  // A ring may be turned so that the smallest identifier comes first.
  std::vector<int> ranks(static_cast<std::size_t>(n));
  std::iota(ranks.begin(), ranks.end(), 0);
  bool whole = true;
  do {
    whole = exploration.explore(ranks) && whole;
    if (!whole && !rings.failure) return false;
  } while (std::next_permutation(ranks.begin() + 1, ranks.end()));
  if (!whole) return false;
  exploration.keep(n);
  return true;
}

}  // namespace conclave::proof
