#include "engine/selfcheck/selfcheck.hpp"

#include <algorithm>
#include <utility>

#include "scenario/order_classes.hpp"

namespace conclave {
namespace {

constexpr std::uint64_t time_up_to = 1 << 14;

CheckResult check_within(Scenario scenario, std::size_t memory) {
  Limits limits(memory);
  return check(scenario, limits, {.keep_going = true, .time_up_to = time_up_to});
}

bool costs_the_same(const CostResult& a, const CostResult& b) {
  return a.min == b.min && a.max == b.max && a.mean_of_minima == b.mean_of_minima &&
         a.mean_of_maxima == b.mean_of_maxima && a.schedule_independent == b.schedule_independent;
}

std::string verdict(const PropertyResult& property) {
  return property.verdict == Verdict::violated ? "violated"
         : property.verdict == Verdict::holds  ? "holds"
                                               : "undecided";
}

// Place 0, which may be the root, stays; the others are numbered the other way round.
Topology numbered_otherwise(const Topology& topology) {
  const Adjacency before = adjacency(topology);
  const auto to = [&](std::size_t place) { return place == 0 ? 0 : before.size() - place; };
  Adjacency after = before;
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t j = 0; j < before.size(); ++j) after[to(i)][to(j)] = before[i][j];
  }
  Topology other = make_graph(topology.name, after);
  other.labellings = topology.labellings;
  return other;
}

class AgainstNone {
 public:
  // `plain` is the scenario without reductions: a family of graphs has every labelling in it.
  AgainstNone(const Scenario& scenario, const Scenario& plain, std::size_t memory)
      : scenario_(scenario), plain_(plain), memory_(memory) {
    trial.processes = scenario.processes;
    result_ = check_within(plain_, memory_);
    trial.states = result_.states;
  }

  Trial trial;

  bool is_small() const { return result_.complete; }
  void reduced(const char* with, const Reduction& reduction, std::vector<Refusal::Of> contradicts) {
    Scenario scenario = reduction.symmetry ? scenario_ : plain_;
    scenario.reduction = reduction;
    const CheckResult found = compare(with, scenario, true, std::move(contradicts));
    if (reduction.symmetry && reduction.order) trial.refused = found.refused;
  }
  void places_numbered_otherwise() {
    Scenario scenario = plain_;
    for (Topology& topology : scenario.topologies) topology = numbered_otherwise(topology);
    compare("places numbered otherwise", scenario, true, {Refusal::Of::symmetry});
  }
  void other_identifiers() {
    Scenario scenario = plain_;
    scenario.identifiers.universe = scenario.universe() + 1;
    compare("other identifiers", scenario, false, {Refusal::Of::order});
  }

 private:
  CheckResult compare(const char* with, const Scenario& scenario, bool same_orders,
                      std::vector<Refusal::Of> contradicts) {
    CheckResult found = check_within(scenario, memory_);
    if (found.stopped != StopReason::none) return found;
    trial.tried.emplace_back(with);
    std::string what = first_difference(plain_, found, result_, same_orders);
    if (!what.empty()) trial.differences.push_back({with, std::move(what), std::move(contradicts)});
    return found;
  }

  const Scenario scenario_;
  const Scenario plain_;
  const std::size_t memory_;
  CheckResult result_;
};

}  // namespace

std::string first_difference(const Scenario& scenario, const CheckResult& reduced, const CheckResult& plain,
                             bool same_orders) {
  if (same_orders && (reduced.orders != plain.orders || reduced.identifier_orders != plain.identifier_orders))
    return reduced.identifier_orders.str() + " identifier orders; without reductions " +
           plain.identifier_orders.str();
  for (std::size_t k = 0; k < plain.properties.size(); ++k) {
    const PropertyResult& is = reduced.properties[k];
    const PropertyResult& should = plain.properties[k];
    const std::string name(scenario.model->property(should.id).name);
    if (is.verdict != should.verdict)
      return name + " is " + verdict(is) + "; without reductions " + verdict(should);
    if (same_orders && is.violating_orders != should.violating_orders)
      return name + " fails in " + is.violating_orders.str() + " orders; without reductions in " +
             should.violating_orders.str();
    if (!is.counterexample || !should.counterexample) continue;
    const Path& path = is.counterexample->path;
    const Path& other = should.counterexample->path;
    if (path.loop.has_value() != other.loop.has_value() ||
        (!path.loop && path.steps.size() != other.steps.size()))
      return name + " has a counterexample of " + std::to_string(path.steps.size()) +
             " steps; without reductions of " + std::to_string(other.steps.size());
  }
  const Costs costs(*scenario.model->program);
  for (std::size_t cost = 0; cost < std::min(plain.costs.size(), reduced.costs.size()); ++cost) {
    if (!costs_the_same(reduced.costs[cost], plain.costs[cost]))
      return costs.name(cost) + " cost something else";
  }
  // With more configurations it may not have been looked for.
  const bool both = reduced.time && plain.time;
  return !both || costs_the_same(*reduced.time, *plain.time) ? "" : "time is something else";
}

Trial selfcheck(const Scenario& scenario, std::size_t memory) {
  using enum Refusal::Of;
  Scenario plain = scenario;
  try {
    do_without(symmetry, plain);
  } catch (const TopologyError&) {  // there are too many graphs without it
    return {.processes = scenario.processes, .states = 0, .tried = {}, .differences = {}, .refused = {}};
  }
  plain.reduction = Reduction::none();
  AgainstNone against_none(scenario, plain, memory);
  if (!against_none.is_small()) return against_none.trial;
  against_none.reduced("symmetry", {.symmetry = true, .order = false, .independence = false}, {symmetry});
  against_none.reduced("order classes", {.symmetry = false, .order = true, .independence = false}, {order});
  against_none.reduced("independence", {.symmetry = false, .order = false, .independence = true},
                       {independence});
  // Where one reduction is at fault by itself, this says nothing about the others.
  const bool by_itself = !against_none.trial.differences.empty();
  against_none.reduced(
      "all reductions", {},
      by_itself ? std::vector<Refusal::Of>() : std::vector<Refusal::Of>{symmetry, order, independence});
  const auto refuses = [&](Refusal::Of what) {
    return std::ranges::find(against_none.trial.refused, what, &Refusal::of) !=
           against_none.trial.refused.end();
  };
  const bool any_place = scenario.initiators.kind != Initiators::Kind::listed ||
                         scenario.initiators.places.empty() ||
                         scenario.initiators.places == std::vector<int>{0};
  if (!scenario.topologies.front().named_ports && scenario.processes > 2 && any_place &&
      scenario.byzantine_at.empty() && scenario.down.places.empty() &&
      scenario.identifiers.kind != Identifiers::Kind::listed && !refuses(symmetry))
    against_none.places_numbered_otherwise();
  Scenario with_order = scenario;
  with_order.reduction = {};
  if (OrderClasses::apply_to(with_order) && !refuses(order)) against_none.other_identifiers();
  return against_none.trial;
}

}  // namespace conclave
