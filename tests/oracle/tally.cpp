#include "oracle/tally.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "engine/run/check.hpp"
#include "engine/run/explorer.hpp"

namespace conclave::naive {
namespace {

constexpr std::size_t memory = std::size_t{256} << 20;

using Order = std::pair<std::size_t, std::vector<Id>>;                         // with its graph
using Case = std::pair<Order, std::pair<std::vector<int>, std::vector<int>>>;  // with its start
// By case: of all its instances, which differ in who is Byzantine.
using OneCost = std::map<Case, std::vector<Extremes>>;

// No least one: all go on for ever. No largest one: some instance has none.
using Numbers = std::vector<std::optional<std::int64_t>>;
std::optional<std::int64_t> least_of(const Numbers& all) {
  std::optional<std::int64_t> least;
  for (const auto& one : all) {
    if (one && (!least || *one < *least)) least = one;
  }
  return least;
}
std::optional<std::int64_t> most_of(const Numbers& all) {
  std::optional<std::int64_t> most = 0;
  for (const auto& one : all) most = most && one ? std::optional(std::max(*most, *one)) : std::nullopt;
  return most;
}

struct Total {
  std::optional<std::int64_t> min, max;
  std::optional<Rational> mean_of_minima, mean_of_maxima;
  bool schedule_independent = true;

  explicit Total(const CostResult& cost)
      : min(cost.min),
        max(cost.max),
        mean_of_minima(cost.mean_of_minima),
        mean_of_maxima(cost.mean_of_maxima),
        schedule_independent(cost.schedule_independent) {}

  Total(const OneCost& cases, const Scenario& scenario) {
    Numbers minima, maxima;  // of each case, in all its instances
    std::vector<std::uint64_t> weights;
    for (const auto& [of, instances] : cases) {
      Numbers min_of, max_of;
      for (const Extremes& extremes : instances) {
        min_of.push_back(extremes.min);
        max_of.push_back(extremes.max);
      }
      minima.push_back(least_of(min_of));
      maxima.push_back(most_of(max_of));
      weights.push_back(scenario.topologies[of.first.first].labellings);
      schedule_independent = schedule_independent && minima.back() == maxima.back();
    }
    min = least_of(minima);
    max = most_of(maxima);
    const auto mean = [&](const Numbers& all) -> std::optional<Rational> {
      Rational sum = 0;
      Rational orders = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i]) return {};
        sum += Rational(*all[i]) * weights[i];
        orders += weights[i];
      }
      return sum / orders;
    };
    mean_of_minima = mean(minima);
    mean_of_maxima = mean(maxima);
  }

  friend bool operator==(const Total&, const Total&) = default;
};

struct Totals {
  Rational cases;
  Rational orders;
  std::map<PropertyId, Rational> violating_orders;
  std::map<PropertyId, Rational> violating_graphs;
  std::vector<Total> costs;
  std::optional<Total> time;
};

Totals one_by_one(const Scenario& scenario) {
  Limits limits(memory);
  Explorer explorer(scenario, limits, {.names_opaque = false});
  Instances instances(scenario);
  Instance instance;
  std::set<Case> cases;
  std::set<Order> orders;
  std::map<PropertyId, std::set<Order>> violating;
  std::vector<OneCost> costs;
  OneCost time;
  bool all_have_time = true;
  while (instances.next(instance)) {
    const Order order{instance.topology, instance.ids};
    const Case of{order, {instance.down, instance.initiators}};
    cases.insert(of);
    orders.insert(order);
    InstanceResult result = explorer.explore(instance, {.time = true, .witness = {}});
    for (const Property& p : scenario.model->properties) {
      if (result.violation(p.id)) violating[p.id].insert(order);
    }
    if (scenario.lock_step()) {
      result.time = result.costs.back();
      result.costs.pop_back();
    }
    costs.resize(result.costs.size());
    for (std::size_t cost = 0; cost < costs.size(); ++cost) costs[cost][of].push_back(result.costs[cost]);
    all_have_time = all_have_time && result.time;
    if (result.time) time[of].push_back(*result.time);
  }
  const auto count = [&](const std::set<Order>& of) {
    Rational sum = 0;
    for (const Order& order : of) sum += scenario.topologies[order.first].labellings;
    return sum;
  };
  Totals totals;
  for (const Case& of : cases) totals.cases += scenario.topologies[of.first.first].labellings;
  totals.orders = count(orders);
  for (const auto& [id, of] : violating) {
    totals.violating_orders[id] = count(of);
    std::set<std::size_t> graphs;
    for (const Order& order : of) graphs.insert(order.first);
    for (const std::size_t graph : graphs)
      totals.violating_graphs[id] += scenario.topologies[graph].labellings;
  }
  for (const OneCost& cost : costs) totals.costs.emplace_back(cost, scenario);
  if (all_have_time) totals.time.emplace(time, scenario);
  return totals;
}

Totals by_check(const Scenario& scenario) {
  Limits limits(memory);
  const CheckResult result =
      check(scenario, limits, {.threads = 1, .keep_going = true, .time_up_to = 100'000});
  Totals totals;
  totals.cases = result.orders;
  totals.orders = result.identifier_orders;
  for (const PropertyResult& p : result.properties) {
    if (p.verdict != Verdict::violated) continue;
    totals.violating_orders[p.id] = p.violating_orders;
    totals.violating_graphs[p.id] = p.violating_graphs;
  }
  for (const CostResult& cost : result.costs) totals.costs.emplace_back(cost);
  if (result.time) totals.time.emplace(*result.time);
  return totals;
}

}  // namespace

std::string wrong_with_totals(Scenario scenario) {
  scenario.reduction.symmetry = false;
  const Totals right = one_by_one(scenario);
  std::ostringstream out;
  for (const bool symmetry : {false, true}) {
    scenario.reduction.symmetry = symmetry;
    const Totals totals = by_check(scenario);
    const auto expect = [&](bool same, const std::string& what) {
      if (!same) out << (symmetry ? "with" : "without") << " symmetry, in all: " << what << "\n";
    };
    expect(totals.cases == right.cases, "cases " + totals.cases.str() + ", not " + right.cases.str());
    expect(totals.orders == right.orders, "orders " + totals.orders.str() + ", not " + right.orders.str());
    expect(totals.violating_orders == right.violating_orders, "violating orders");
    expect(totals.violating_graphs == right.violating_graphs, "violating graphs");
    const Costs costs(*scenario.model->program);
    expect(totals.costs.size() == right.costs.size(), "number of costs");
    for (std::size_t cost = 0; cost < std::min(totals.costs.size(), right.costs.size()); ++cost)
      expect(totals.costs[cost] == right.costs[cost], costs.name(cost));
    expect(totals.time == right.time, "time");
  }
  return out.str();
}

}  // namespace conclave::naive
