#include "engine/run/check.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/merge/cases.hpp"
#include "engine/merge/costs.hpp"
#include "engine/merge/means.hpp"
#include "engine/run/sweep.hpp"
#include "program/watched.hpp"
#include "scenario/families.hpp"
#include "scenario/order_classes.hpp"

namespace conclave {
namespace {

// Adds up the results of instances, in their order.
class Merge {
 public:
  // `lengths_only` is as in the Task of the instances.
  Merge(const Scenario& scenario, bool by_case, bool lengths_only)
      : scenario_(scenario), lengths_only_(lengths_only) {
    if (by_case) cases_.emplace(scenario);
    result_.processes = scenario.processes;
    for (const Property& p : scenario.model->properties) {
      if (!scenario.properties.contains(p.id)) continue;
      result_.properties.emplace_back().id = p.id;
    }
  }

  void add(const Instance& instance, InstanceResult& found) {
    result_.states += found.states;
    result_.transitions += found.transitions;
    result_.quiescent += found.quiescent;
    for (auto& property : result_.properties) {
      if (!found.violated()) break;  // because asking for a path would make room for one
      auto& path = found.violation(property.id);
      if (path) add(property, instance, *path);
    }
    if (found.stopped != StopReason::none) {
      result_.stopped = found.stopped;
      return;
    }
    ++result_.instances;
    if (last_case_.is_new(instance, true)) result_.orders += instance.orders;
    if (last_order_.is_new(instance, false)) result_.identifier_orders += instance.identifier_orders;
    sums_.resize(found.costs.size());
    for (std::size_t cost = 0; cost < sums_.size(); ++cost) sums_[cost].add(found.costs[cost], instance);
    result_.misses_event |= found.misses_event;
    add_shares(instance, found);
    if (!cases_) return;
    auto& sums = sums_by_case_[cases_->of(instance)];
    sums.resize(found.costs.size());
    for (std::size_t cost = 0; cost < sums.size(); ++cost) sums[cost].add(found.costs[cost], instance);
  }

  // `complete` says that every instance was added.
  CheckResult finish(bool complete) {
    complete = complete && result_.stopped == StopReason::none;
    result_.complete = complete;
    result_.verdict = Verdict::holds;
    for (auto& property : result_.properties) {
      property.verdict = property.counterexample ? Verdict::violated
                         : complete              ? Verdict::holds
                                                 : Verdict::inconclusive;
      result_.verdict = worse(result_.verdict, property.verdict);
    }
    for (auto& sum : sums_) result_.costs.push_back(sum.finish());
    take_time_out(result_);
    for (auto& [label, sum] : shares_) result_.shares[label] = sum.finish();
    for (auto& [at, sums] : sums_by_case_) {
      CaseResult& result = result_.cases[at];
      for (auto& sum : sums) result.costs.push_back(sum.finish());
      if (!sums.empty()) result.orders = sums.front().orders();
      take_time_out(result);
    }
    return std::move(result_);
  }

 private:
  void add(PropertyResult& property, const Instance& instance, Path& path) {
    ++property.violating_instances;
    if (violating_graphs_.emplace(property.id, instance.topology).second)
      property.violating_graphs += scenario_.topologies[instance.topology].labellings;
    if (last_violating_[property.id].is_new(instance, false))
      property.violating_orders += instance.identifier_orders;
    if (property.counterexample && !is_before(path, property.counterexample->path)) return;
    property.counterexample = Counterexample{instance, std::move(path)};
  }

  bool is_before(const Path& a, const Path& b) const {
    if (!lengths_only_) return a < b;
    return std::pair(a.loop.has_value(), a.length()) < std::pair(b.loop.has_value(), b.length());
  }

  // In an instance in which no message of a class is sent, the class costs nothing.
  void add_shares(const Instance& instance, const InstanceResult& found) {
    for (const auto& [label, of] : found.shares) shares_.try_emplace(label, no_share_);
    for (auto& [label, sum] : shares_) {
      const auto of = found.shares.find(label);
      sum.add(of == found.shares.end() ? Extremes{0, 0} : of->second, instance);
    }
    no_share_.add({0, 0}, instance);
  }

  // In lock step, time is a cost like the others.
  template <class Result>
  void take_time_out(Result& result) const {
    if (!scenario_.lock_step() || result.costs.empty()) return;
    result.time = std::move(result.costs.back());
    result.costs.pop_back();
  }

  const Scenario& scenario_;
  const bool lengths_only_;
  CheckResult result_;
  std::vector<CostSum> sums_;
  std::map<std::string, CostSum> shares_;
  CostSum no_share_;  // of a class that has not been met yet
  std::optional<Cases> cases_;
  std::map<Case, std::vector<CostSum>> sums_by_case_;
  Last last_case_;
  Last last_order_;
  std::map<PropertyId, Last> last_violating_;
  std::set<std::pair<PropertyId, std::size_t>> violating_graphs_;
};

// Looks for time, and writes it to the result if it was found. This needs the whole graph of each instance,
// so it is a sweep of its own, which gives up when there are more than `up_to` configurations in all.
void add_time(const Scenario& scenario, Sweep& sweep, CheckResult& result, std::uint64_t up_to) {
  const Cases cases(scenario);
  std::map<Case, CostSum> sums_by_case;
  CostSum sum;
  std::uint64_t left = result.instances;
  std::uint64_t states = 0;
  bool measured = true;
  const auto add = [&](const Instance& instance, InstanceResult& found) {
    states += found.states;
    measured = found.time && states <= up_to;
    if (!measured) return false;
    sum.add(*found.time, instance);
    if (!result.cases.empty()) sums_by_case[cases.of(instance)].add(*found.time, instance);
    return result.complete || --left > 0;
  };
  const Task task{.verdicts = false, .time = true, .time_up_to = up_to, .witness = {}};
  const bool all = sweep.run(task, add);
  if (!measured || (result.complete ? !all : left > 0)) return;
  result.time = sum.finish();
  for (auto& [at, of] : sums_by_case) result.cases.at(at).time = of.finish();
}

// Looks for these means. Without lock step, this is a sweep of its own, because they need fewer
// configurations than all else.
void add_expected(const Scenario& scenario, Sweep& sweep, CheckResult& result, Means means) {
  Expectations expectations(scenario);
  const auto add = [&](const Instance& instance, InstanceResult& found) {
    return expectations.add(instance, found);
  };
  const Task task{.verdicts = false, .witness = {}, .expected = true, .means = means};
  if (sweep.run(task, add)) expectations.write(result);
}

// Writes the distributions to the result. What the instances cost is enough where nothing is tossed;
// otherwise this is a sweep of its own, or two, if some instance comes to an end too early.
void add_distributions(const Scenario& scenario, Sweep& sweep, CheckResult& result, const Distributed& asked,
                       DistributionSum& of_extremes) {
  std::vector<Distribution> all;
  if (!sweep.coverage().tosses) {
    all = of_extremes.all();
  } else {
    for (Distributed wanted = asked;; wanted.until = 1) {
      DistributionSum sum(asked);
      const Task task{.verdicts = false, .witness = {}, .distributed = &wanted};
      if (!sweep.run(task, [&](const Instance& instance, InstanceResult& found) {
            return sum.add(instance, found);
          }))
        return;
      all = sum.all();
      if (wanted.until == 1 || sum.far_enough(all)) break;
    }
  }
  const Costs costs(*scenario.model->program);
  for (std::size_t k = 0; k < all.size(); ++k)
    (asked.costs[k] == costs.time() ? *result.time : result.costs[asked.costs[k]]).distribution =
        std::move(all[k]);
}

// Of some counterexamples only the length is known so far. They are found in one more look at the instance.
void find_shortest(Sweep& sweep, CheckResult& result) {
  for (PropertyResult& property : result.properties) {
    if (!property.counterexample || property.counterexample->path.shortest) continue;
    InstanceResult again = sweep.explore(property.counterexample->instance);
    if (auto& path = again.violation(property.id); path && path->shortest)
      property.counterexample->path = std::move(*path);
  }
}

CheckResult check_as_told(const Scenario& scenario, Limits& limits, const Effort& effort) {
  Sweep sweep(scenario, limits, effort);
  // In lock step, instances are alike in length, and that with the fewest events is the one to show.
  const bool lengths_only = effort.keep_going && !scenario.lock_step();
  Merge merge(scenario, effort.by_case, lengths_only);
  bool violated = false;
  bool complete = false;
  CheckResult result;
  const bool at_once = effort.expected && scenario.lock_step();
  Expectations expectations(scenario);
  std::optional<DistributionSum> of_extremes;
  if (effort.distributed) of_extremes.emplace(*effort.distributed);
  const auto say_how = [&] {
    result.coverage = sweep.coverage();
    result.reduction = scenario.reduction;
    result.reduction.order = OrderClasses::apply_to(scenario);
    result.reduction.independence = sweep.used_independence();
    result.reduction.draws = sweep.used_draws();
  };
  try {
    const Task task{.lengths_only = lengths_only, .witness = {}, .expected = at_once, .means = effort.means};
    complete = sweep.run(task, [&](const Instance& instance, InstanceResult& found) {
      if (at_once) expectations.add(instance, found);
      if (of_extremes) of_extremes->add(instance, found);
      merge.add(instance, found);
      violated |= found.violated();
      return found.stopped == StopReason::none && (effort.keep_going || !violated);
    });
  } catch (const ModelError& error) {
    result = merge.finish(false);
    result.stopped = StopReason::error;
    say_how();
    throw StoppedByError(error.what(), std::move(result));
  }
  result = merge.finish(complete);
  if (limits.reason() == StopReason::none) {
    find_shortest(sweep, result);
    result.time_stopped = limits.reason();
  }
  if (result.stopped == StopReason::none && !complete && (effort.keep_going || !violated))
    result.stopped = limits.reason();
  if (!scenario.lock_step() && result.instances > 0 && result.states <= effort.time_up_to &&
      limits.reason() == StopReason::none) {
    add_time(scenario, sweep, result, effort.time_up_to);
    result.time_stopped = limits.reason();
  }
  if (at_once && result.complete) expectations.write(result);
  if (effort.expected && !at_once && result.complete && sweep.coverage().tosses &&
      limits.reason() == StopReason::none) {
    add_expected(scenario, sweep, result, effort.means);
    result.time_stopped = limits.reason();
  }
  if (of_extremes && result.complete && limits.reason() == StopReason::none) {
    add_distributions(scenario, sweep, result, *effort.distributed, *of_extremes);
    result.time_stopped = limits.reason();
  }
  say_how();
  return result;
}

}  // namespace

Verdict worse(Verdict a, Verdict b) {
  if (a == Verdict::violated || b == Verdict::violated) return Verdict::violated;
  if (a == Verdict::inconclusive || b == Verdict::inconclusive) return Verdict::inconclusive;
  return Verdict::holds;
}

void do_without(Refusal::Of reduction, Scenario& scenario) {
  if (reduction == Refusal::Of::order) scenario.reduction.order = false;
  if (reduction == Refusal::Of::independence) scenario.reduction.independence = false;
  if (reduction == Refusal::Of::draws) scenario.reduction.draws = false;
  if (reduction != Refusal::Of::symmetry) return;
  scenario.reduction.symmetry = false;
  std::vector<Topology> labelled;
  for (const Topology& topology : scenario.topologies) {
    if (topology.labellings > 1 && topology.places > most_labelled_nodes)
      throw TopologyError("the model does not allow the reduction by symmetry, and without it `" +
                          scenario.topology + "` is for at most " + std::to_string(most_labelled_nodes) +
                          " processes, not " + std::to_string(topology.places) +
                          "; larger graphs can come from a file");
    std::ranges::move(every_labelling(topology, scenario.model->rooted()), std::back_inserter(labelled));
  }
  scenario.topologies = std::move(labelled);
}

CheckResult check(Scenario& scenario, Limits& limits, const Effort& effort) {
  const auto began = std::chrono::steady_clock::now();
  CheckResult result;
  std::vector<Refusal> refused;
  const auto sign = [&](CheckResult& of) {
    of.refused = std::move(refused);
    of.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  };
  for (bool done = false; !done;) {
    try {
      result = check_as_told(scenario, limits, effort);
      done = true;
    } catch (StoppedByError& error) {
      sign(error.found);
      throw;
    } catch (const NotComparisonBased&) {
      refused.push_back(
          {Refusal::Of::order, naming::Kind::identifier, "the model uses identifiers as numbers"});
    } catch (const NamesMatter& why) {
      const bool order = why.kind == naming::Kind::identifier;
      refused.push_back({order ? Refusal::Of::order : Refusal::Of::symmetry, why.kind, why.what()});
    } catch (const DrawsMatter& why) {
      refused.push_back({Refusal::Of::draws, {}, why.what()});
    } catch (const ListByPorts&) {
      scenario.lists_have_order = false;
      continue;
    }
    if (!done) do_without(refused.back().of, scenario);
  }
  sign(result);
  return result;
}

CheckResult check(const Scenario& scenario, Limits& limits, const Effort& effort) {
  Scenario as_allowed = scenario;
  return check(as_allowed, limits, effort);
}

}  // namespace conclave
