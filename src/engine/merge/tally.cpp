#include "engine/merge/tally.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace conclave {
namespace {

void add_all(std::vector<CostSum>& sums, const InstanceResult& found, const Instance& instance, bool is_new) {
  sums.resize(found.costs.size());
  for (std::size_t cost = 0; cost < sums.size(); ++cost) sums[cost].add(found.costs[cost], instance, is_new);
}

void append_all(std::vector<CostSum>& sums, std::vector<CostSum>& later) {
  sums.resize(std::max(sums.size(), later.size()));
  for (std::size_t cost = 0; cost < later.size(); ++cost) sums[cost].append(later[cost]);
}

}  // namespace

Tally::Tally(const Scenario& scenario, Rules rules)
    : Tally(scenario, rules, rules.by_case ? std::make_shared<const Cases>(scenario) : nullptr) {}

Tally::Tally(const Scenario& scenario, Rules rules, std::shared_ptr<const Cases> cases)
    : scenario_(scenario), rules_(rules), cases_(std::move(cases)) {}

std::unique_ptr<Sum> Tally::none() const {
  return std::unique_ptr<Sum>(new Tally(scenario_, rules_, cases_));
}

bool Tally::add(const Instance& instance, InstanceResult& found) {
  states += found.states;
  transitions += found.transitions;
  quiescent += found.quiescent;
  for (const Property& property : scenario_.model->properties) {
    if (!found.violated()) break;  // because asking for a path would make room for one
    if (!scenario_.properties.contains(property.id)) continue;
    auto& path = found.violation(property.id);
    if (path) add_violation(property.id, instance, *path);
  }
  if (found.stopped != StopReason::none) {
    stopped = found.stopped;
    return false;
  }
  ++instances;
  const bool is_new = last_case_.is_new(instance, true);
  if (is_new) orders += instance.orders;
  if (last_order_.is_new(instance, false)) identifier_orders += instance.identifier_orders;
  add_all(costs, found, instance, is_new);
  misses_event |= found.misses_event;
  add_shares(instance, found, is_new);
  if (cases_) add_all(costs_by_case_[cases_->of(instance)], found, instance, is_new);
  return rules_.keep_going || !found.violated();
}

void Tally::append(Sum& sum) {
  auto& later = dynamic_cast<Tally&>(sum);
  states += later.states;
  transitions += later.transitions;
  quiescent += later.quiescent;
  instances += later.instances;
  orders += later.orders;
  identifier_orders += later.identifier_orders;
  if (later.stopped != StopReason::none) stopped = later.stopped;
  for (auto& [id, more] : later.violations) {
    Violation& violation = violations[id];
    violation.instances += more.instances;
    violation.orders += more.orders;
    violation.topologies.merge(more.topologies);
    if (more.shown) show(violation, *more.shown);
  }
  misses_event |= later.misses_event;
  for (const auto& [label, of] : later.shares_) shares_.try_emplace(label, no_share_);
  for (auto& [label, sum_of] : shares_) {
    const auto of = later.shares_.find(label);
    sum_of.append(of == later.shares_.end() ? later.no_share_ : of->second);
  }
  no_share_.append(later.no_share_);
  append_all(costs, later.costs);
  for (auto& [at, sums] : later.costs_by_case_) append_all(costs_by_case_[at], sums);
  last_case_ = last_order_ = {};
  last_violating_.clear();
}

CheckResult Tally::finish(bool complete) {
  CheckResult result;
  result.processes = scenario_.processes;
  result.stopped = stopped;
  result.complete = complete = complete && stopped == StopReason::none;
  result.orders = orders;
  result.identifier_orders = identifier_orders;
  result.instances = instances;
  result.states = states;
  result.transitions = transitions;
  result.quiescent = quiescent;
  result.misses_event = misses_event;
  result.verdict = Verdict::holds;
  for (const Property& property : scenario_.model->properties) {
    if (!scenario_.properties.contains(property.id)) continue;
    PropertyResult& of = result.properties.emplace_back();
    of.id = property.id;
    of.verdict = complete ? Verdict::holds : Verdict::inconclusive;
    if (const auto at = violations.find(property.id); at != violations.end()) {
      Violation& violation = at->second;
      of.verdict = Verdict::violated;
      of.violating_instances = violation.instances;
      of.violating_orders = violation.orders;
      for (const std::size_t topology : violation.topologies)
        of.violating_graphs += scenario_.topologies[topology].labellings;
      auto& shown = *violation.shown;
      of.counterexample =
          Counterexample{std::move(shown.instance), shown.path ? std::move(*shown.path) : Path{}};
      if (!shown.path) of.counterexample->path.shortest = false;
    }
    result.verdict = worse(result.verdict, of.verdict);
  }
  for (auto& sum : costs) result.costs.push_back(sum.finish());
  take_time_out(result);
  for (auto& [label, sum] : shares_) result.shares[label] = sum.finish();
  for (auto& [at, sums] : costs_by_case_) {
    CaseResult& of = result.cases[at];
    for (auto& sum : sums) of.costs.push_back(sum.finish());
    if (!sums.empty()) of.orders = sums.front().totals().orders;
    take_time_out(of);
  }
  return result;
}

void Tally::add_violation(PropertyId id, const Instance& instance, Path& path) {
  Violation& violation = violations[id];
  ++violation.instances;
  violation.topologies.insert(instance.topology);
  if (last_violating_[id].is_new(instance, false)) violation.orders += instance.identifier_orders;
  Violation::Shown shown{path.loop.has_value(), path.length(), rules_.lengths_only ? 0 : path.switches(),
                         instance, std::move(path)};
  show(violation, shown);
}

// An execution that ends comes before one that goes on for ever, then the shorter one comes first.
void Tally::show(Violation& violation, Violation::Shown& shown) const {
  const auto key = [](const Violation::Shown& of) { return std::tuple(of.for_ever, of.length, of.switches); };
  if (!violation.shown || key(shown) < key(*violation.shown)) violation.shown = std::move(shown);
}

// In an instance in which no message of a class is sent, the class costs nothing.
void Tally::add_shares(const Instance& instance, const InstanceResult& found, bool is_new) {
  for (const auto& [label, of] : found.shares) shares_.try_emplace(label, no_share_);
  for (auto& [label, sum] : shares_) {
    const auto of = found.shares.find(label);
    sum.add(of == found.shares.end() ? Extremes{0, 0} : of->second, instance, is_new);
  }
  no_share_.add({0, 0}, instance, is_new);
}

// In lock step, time is a cost like the others.
template <class Result>
void Tally::take_time_out(Result& result) const {
  if (!scenario_.lock_step() || result.costs.empty()) return;
  result.time = std::move(result.costs.back());
  result.costs.pop_back();
}

}  // namespace conclave
