#include "engine/run/check.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "engine/chance/expectation_sum.hpp"
#include "engine/run/sweep.hpp"
#include "program/watched.hpp"
#include "scenario/families.hpp"
#include "scenario/order_classes.hpp"

namespace conclave {
namespace {

// Recognises instances that belong to the same case as the one before. Such instances follow on each other.
class Last {
 public:
  // `with_start` says whether another start makes another case.
  bool is_new(const Instance& instance, bool with_start) {
    if (last_ && last_->topology == instance.topology && last_->ids == instance.ids &&
        (!with_start || last_->starts_like(instance)))
      return false;
    last_ = instance;
    return true;
  }

 private:
  std::optional<Instance> last_;
};

// Adds up one cost over all instances. A case is an order of identifiers, with those that are down and its
// initiators. Which processes are Byzantine is a choice that the adversary makes within a case.
class CostSum {
 public:
  void add(const Extremes& of, const Instance& instance) {
    if (last_.is_new(instance, true)) {
      close_case();
      case_ = of;
      orders_ = instance.orders;
    } else {
      if (of.min && (!case_.min || *of.min < *case_.min)) case_.min = of.min;
      if (case_.max && (!of.max || *of.max > *case_.max)) case_.max = of.max;
    }
    // An instance in which every execution goes on for ever counts for the least of all only if all instances
    // are like this.
    if (first_ || (of.min && (!result_.min || *of.min < *result_.min))) {
      result_.min = of.min;
      result_.at_min = instance;
    }
    if (first_ || (result_.max && (!of.max || *of.max > *result_.max))) {
      result_.max = of.max;
      result_.at_max = instance;
    }
    first_ = false;
  }

  // How many orders there are, after finish().
  const Rational& orders() const { return all_orders_; }

  CostResult finish() {
    close_case();
    CostResult result = result_;
    if (minima_) result.mean_of_minima = *minima_ / all_orders_;
    if (maxima_) result.mean_of_maxima = *maxima_ / all_orders_;
    return result;
  }

 private:
  void close_case() {
    if (case_.min != case_.max) result_.schedule_independent = false;
    sum(minima_, case_.min, orders_);
    sum(maxima_, case_.max, orders_);
    all_orders_ += orders_;
    case_ = {0, 0};
    orders_ = 0;
  }
  static void sum(std::optional<Rational>& all, const std::optional<std::int64_t>& of,
                  const Rational& orders) {
    if (of && all) {
      *all += *of * orders;
    } else {
      all.reset();
    }
  }

  bool first_ = true;
  Last last_;
  Extremes case_{0, 0};  // of the case that is being added up
  Rational orders_ = 0;  // how many orders that case stands for
  Rational all_orders_ = 0;
  CostResult result_;
  std::optional<Rational> minima_ = Rational(0);
  std::optional<Rational> maxima_ = Rational(0);
};

// What claims may read of the instances of a scenario.
class Cases {
 public:
  explicit Cases(const Scenario& scenario) : scenario_(scenario) {
    for (const Topology& topology : scenario.topologies) diameters_.push_back(diameter(topology));
  }

  Case of(const Instance& instance) const {
    const bool one_set = scenario_.universe() == scenario_.processes || !OrderClasses::apply_to(scenario_);
    Case at;
    at.processes = scenario_.processes;
    if (one_set) at.smallest = code_of(*std::ranges::min_element(instance.ids));
    at.diameter = diameters_[instance.topology];
    at.links = static_cast<int>(scenario_.topologies[instance.topology].links.size());
    for (int place = 0; place < at.processes; ++place)
      at.initiators +=
          may_start(scenario_, instance, place) && !std::ranges::binary_search(instance.down, place) ? 1 : 0;
    at.crashed = static_cast<int>(instance.down.size());
    return at;
  }

 private:
  const Scenario& scenario_;
  std::vector<int> diameters_;  // by topology
};

// Adds up the results of instances, in their order.
class Merge {
 public:
  Merge(const Scenario& scenario, bool by_case) : scenario_(scenario) {
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
    if (property.counterexample && !(path < property.counterexample->path)) return;
    property.counterexample = Counterexample{instance, std::move(path)};
  }

  // In lock step, time is a cost like the others.
  template <class Result>
  void take_time_out(Result& result) const {
    if (!scenario_.lock_step() || result.costs.empty()) return;
    result.time = std::move(result.costs.back());
    result.costs.pop_back();
  }

  const Scenario& scenario_;
  CheckResult result_;
  std::vector<CostSum> sums_;
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

// The means where something is tossed, of all instances, and kept apart as claims may read them.
class Expectations {
 public:
  explicit Expectations(const Scenario& scenario)
      : scenario_(scenario), cases_(scenario), all_(Costs(*scenario.model->program).counted()) {}

  bool add(const Instance& instance, const InstanceResult& found) {
    by_case_.try_emplace(cases_.of(instance), all_.costs()).first->second.add(instance, found);
    return all_.add(instance, found);
  }
  // Writes them to the result, if something was tossed and all is known.
  void write(CheckResult& result) {
    if (!all_.any()) return;
    write(all_.means(), result);
    for (auto& [at, sum] : by_case_) {
      if (const auto of = result.cases.find(at); of != result.cases.end()) write(sum.means(), of->second);
    }
  }

 private:
  template <class Result>
  void write(const std::vector<Expectation>& means, Result& result) const {
    for (std::size_t cost = 0; cost < means.size(); ++cost) {
      const bool is_time = scenario_.lock_step() && cost + 1 == means.size();
      (is_time ? *result.time : result.costs[cost]).expected = means[cost];
    }
  }

  const Scenario& scenario_;
  const Cases cases_;
  ExpectationSum all_;
  std::map<Case, ExpectationSum> by_case_;
};

// Looks for these means. Without lock step, this is a sweep of its own, because they need fewer
// configurations than all else.
void add_expected(const Scenario& scenario, Sweep& sweep, CheckResult& result) {
  Expectations expectations(scenario);
  const auto add = [&](const Instance& instance, InstanceResult& found) {
    return expectations.add(instance, found);
  };
  if (sweep.run({.verdicts = false, .witness = {}, .expected = true}, add)) expectations.write(result);
}

CheckResult check_as_told(const Scenario& scenario, Limits& limits, const Effort& effort) {
  Sweep sweep(scenario, limits, effort);
  Merge merge(scenario, effort.by_case);
  bool violated = false;
  bool complete = false;
  CheckResult result;
  const bool at_once = effort.expected && scenario.lock_step();
  Expectations expectations(scenario);
  const auto say_how = [&] {
    result.coverage = sweep.coverage();
    result.reduction = scenario.reduction;
    result.reduction.order = OrderClasses::apply_to(scenario);
    result.reduction.independence = sweep.used_independence();
    result.reduction.draws = sweep.used_draws();
  };
  try {
    const Task task{.witness = {}, .expected = at_once};
    complete = sweep.run(task, [&](const Instance& instance, InstanceResult& found) {
      if (at_once) expectations.add(instance, found);
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
    add_expected(scenario, sweep, result);
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
