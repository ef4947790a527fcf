#include "engine/compare/compare.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "engine/run/explorer.hpp"
#include "program/model.hpp"

namespace conclave {
namespace {

// The costs that both models have, by their names.
struct Shared {
  std::string name;
  std::array<std::size_t, 2> number;
};

std::vector<Shared> shared_costs(const Scenario& first, const Scenario& second) {
  const Costs mine(*first.model->program);
  const Costs theirs(*second.model->program);
  std::vector<Shared> shared;
  for (std::size_t cost = 0; cost < mine.counted(); ++cost) {
    const auto other = theirs.find(mine.name(cost));
    if (other && *other < theirs.counted()) shared.push_back({mine.name(cost), {cost, *other}});
  }
  return shared;
}

// `bounded` counts the orders on which both are bounded.
void add(CostDifference& difference, Rational& bounded, const Instance& instance, const Extremes& first,
         const Extremes& second) {
  if (!first.max || !second.max) {
    (first.max || second.max ? difference.incomparable : difference.equal) += instance.orders;
    return;
  }
  bounded += instance.orders;
  const std::int64_t more = *second.max - *first.max;
  (more > 0   ? difference.first_cheaper
   : more < 0 ? difference.second_cheaper
              : difference.equal) += instance.orders;
  difference.mean = difference.mean.value_or(0) + Rational(more) * instance.orders;
  if (!difference.min || more < *difference.min) {
    difference.min = more;
    difference.at_min = instance;
  }
  if (!difference.max || more > *difference.max) {
    difference.max = more;
    difference.at_max = instance;
  }
}

// Each order is explored by itself.
Scenario order_by_order(Scenario scenario) {
  scenario.reduction.symmetry = false;
  scenario.reduction.order = false;
  return scenario;
}

// May an order stand for those that are symmetric to it, for both models?
bool are_alike_symmetric(const Scenario& first, const Scenario& second) {
  return first.reduction.symmetry && second.reduction.symmetry &&
         first.model->anonymous == second.model->anonymous && colours(first) == colours(second) &&
         std::ranges::equal(first.topologies, second.topologies, {}, &Topology::links, &Topology::links);
}

}  // namespace

Comparison compare(const Scenario& first, const Scenario& second, Limits& limits) {
  Comparison found;
  found.processes = first.processes;
  const std::array scenarios{order_by_order(first), order_by_order(second)};
  Scenario listed = first;
  listed.reduction.symmetry = are_alike_symmetric(first, second);
  Explorer mine(scenarios[0], limits);
  Explorer theirs(scenarios[1], limits);
  Partings partings(scenarios[0], scenarios[1], limits);
  const auto shared = shared_costs(first, second);
  for (const Shared& cost : shared) found.costs.emplace_back().cost = cost.name;
  std::vector<Rational> bounded(shared.size(), 0);
  try {
    const LimitsInForce in_force(&limits);
    Instances instances(listed);
    for (Instance instance; instances.next(instance);) {
      const InstanceResult of_first = mine.explore(instance);
      const InstanceResult of_second = theirs.explore(instance);
      limits.poll();
      found.orders += instance.orders;
      for (std::size_t k = 0; k < shared.size(); ++k)
        add(found.costs[k], bounded[k], instance, of_first.costs[shared[k].number[0]],
            of_second.costs[shared[k].number[1]]);
      if (!partings.are_comparable(instance)) {
        found.comparable = false;
      } else if (!found.parting) {
        found.parting = partings.find(instance, std::numeric_limits<std::size_t>::max());
      } else if (found.parting->steps() > 1) {  // is there a shorter one?
        if (auto shorter = partings.find(instance, found.parting->steps() - 1))
          found.parting = std::move(shorter);
      }
    }
  } catch (const LimitReached& limit) {
    found.stopped = limit.reason;
  } catch (const std::bad_alloc&) {
    found.stopped = limits.out_of_memory();
  }
  for (std::size_t k = 0; k < shared.size(); ++k) {
    if (found.costs[k].mean) *found.costs[k].mean /= bounded[k];
  }
  found.pairs = partings.pairs();
  return found;
}

}  // namespace conclave
