#include "engine/run/check.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

#include "engine/merge/cases.hpp"
#include "engine/merge/costs.hpp"
#include "engine/merge/means.hpp"
#include "engine/merge/tally.hpp"
#include "engine/pieces/ledger.hpp"
#include "engine/pieces/sweep.hpp"
#include "engine/pieces/told.hpp"
#include "engine/run/wire.hpp"
#include "program/watched.hpp"
#include "scenario/families.hpp"
#include "scenario/order_classes.hpp"

namespace conclave {
namespace {

// How long executions last, in causal time, of all instances or, if the check came to an end earlier, of the
// first `most`. The classes of orders may be others than those of the main sweep, because more is asked.
class TimeSum final : public Sum {
 public:
  TimeSum(const Cases* cases, std::uint64_t most, std::uint64_t up_to)
      : cases_(cases), most_(most), up_to_(up_to) {}

  std::unique_ptr<Sum> none() const override { return std::make_unique<TimeSum>(cases_, most_, up_to_); }
  bool add(const Instance& instance, InstanceResult& found) override {
    states_ += found.states;
    measured_ = measured_ && found.time && states_ <= up_to_;
    if (!measured_) return false;
    const bool is_new = last_.is_new(instance, true);
    sum_.add(*found.time, instance, is_new);
    if (cases_ != nullptr) by_case_[cases_->of(instance)].add(*found.time, instance, is_new);
    return ++instances_ < most_;
  }
  void append(Sum& sum) override {
    auto& later = dynamic_cast<TimeSum&>(sum);
    states_ += later.states_;
    instances_ += later.instances_;
    measured_ = measured_ && later.measured_ && states_ <= up_to_;
    sum_.append(later.sum_);
    for (auto& [at, of] : later.by_case_) by_case_[at].append(of);
    last_ = {};
  }
  bool is_known(bool all) const { return measured_ && (all || instances_ == most_); }
  void write(CheckResult& result) {
    result.time = sum_.finish();
    for (auto& [at, of] : by_case_) result.cases.at(at).time = of.finish();
  }

 private:
  const Cases* cases_;  // null if it is not kept apart by cases
  std::uint64_t most_;
  std::uint64_t up_to_;  // Time is not looked for in more configurations than this.
  std::uint64_t states_ = 0;
  std::uint64_t instances_ = 0;
  bool measured_ = true;
  Last last_;
  CostSum sum_;
  std::map<Case, CostSum> by_case_;
};

// Looks for time, and writes it to the result if it was found. This needs the whole graph of each instance,
// so it is a sweep of its own, which gives up when there are more than `up_to` configurations in all.
void add_time(const Scenario& scenario, Sweep& sweep, CheckResult& result, std::uint64_t up_to) {
  const Cases cases(scenario);
  const std::uint64_t most = result.complete ? std::numeric_limits<std::uint64_t>::max() : result.instances;
  TimeSum sum(result.cases.empty() ? nullptr : &cases, most, up_to);
  const bool all = sweep.run(
      {.verdicts = false, .time = true, .time_up_to = up_to, .witness = {}, .in_order = !result.complete},
      sum);
  if (sum.is_known(all)) sum.write(result);
}

// Looks for these means. Without lock step, this is a sweep of its own, because they need fewer
// configurations than all else.
void add_expected(const Scenario& scenario, Sweep& sweep, CheckResult& result, Means means) {
  Expectations expectations(scenario);
  const Task task{.verdicts = false, .witness = {}, .expected = true, .means = means};
  if (sweep.run(task, expectations)) expectations.write(result);
}

// Writes the distributions to the result. What the instances cost is enough where nothing is tossed;
// otherwise this is a sweep of its own, or two, if some instance comes to an end too early.
void add_distributions(const Scenario& scenario, Sweep& sweep, CheckResult& result, const Distributed& asked,
                       DistributionSum& of_extremes) {
  std::vector<Distribution> all;
  if (!sweep.manner().coverage.tosses) {
    all = of_extremes.all();
  } else {
    for (Distributed wanted = asked;; wanted.until = 1) {
      DistributionSum sum(asked);
      const Task task{.verdicts = false, .witness = {}, .distributed = &wanted};
      if (!sweep.run(task, sum)) return;
      all = sum.all();
      if (wanted.until == 1 || sum.far_enough(all)) break;
    }
  }
  const Costs costs(*scenario.model->program);
  for (std::size_t k = 0; k < all.size(); ++k)
    (asked.costs[k] == costs.time() ? *result.time : result.costs[asked.costs[k]]).distribution =
        std::move(all[k]);
}

// What the main sweep adds up.
class All final : public Sum {
 public:
  All(const Scenario& scenario, const Effort& effort, Tally::Rules rules)
      : tally(std::make_unique<Tally>(scenario, rules)) {
    if (effort.expected && scenario.lock_step()) expectations = std::make_unique<Expectations>(scenario);
    if (effort.distributed) of_extremes = std::make_unique<DistributionSum>(*effort.distributed);
  }

  std::unique_ptr<Sum> none() const override {
    std::unique_ptr<All> all(new All);
    const auto copy = [](const auto& from, auto& to) {
      using To = std::remove_reference_t<decltype(*to)>;
      if (from) to.reset(static_cast<To*>(from->none().release()));
    };
    copy(tally, all->tally);
    copy(expectations, all->expectations);
    copy(of_extremes, all->of_extremes);
    return all;
  }
  bool add(const Instance& instance, InstanceResult& found) override {
    if (expectations) expectations->add(instance, found);
    if (of_extremes) of_extremes->add(instance, found);
    return tally->add(instance, found);
  }
  void append(Sum& sum) override {
    auto& later = dynamic_cast<All&>(sum);
    if (expectations) expectations->append(*later.expectations);
    if (of_extremes) of_extremes->append(*later.of_extremes);
    tally->append(*later.tally);
  }

  Json write() override { return tally->write(); }
  void read(const Json& json) override { tally->read(json); }

  std::unique_ptr<Tally> tally;
  std::unique_ptr<Expectations> expectations;    // if they come from this sweep
  std::unique_ptr<DistributionSum> of_extremes;  // if distributions are asked for

 private:
  All() = default;
};

// Of some counterexamples only the length is known so far. They are found in one more look at each instance.
void find_shortest(Sweep& sweep, CheckResult& result) {
  std::vector<PropertyResult*> left;
  for (PropertyResult& property : result.properties) {
    const auto& known = property.counterexample;
    if (known && !known->path.shortest && !known->path.best_known) left.push_back(&property);
  }
  while (!left.empty()) {
    const Instance instance = left.front()->counterexample->instance;
    InstanceResult again = sweep.explore(instance);
    std::erase_if(left, [&](PropertyResult* property) {
      if (property->counterexample->instance != instance) return false;
      auto& found = again.violation(property->id);
      Path& path = property->counterexample->path;
      if (found && found->shortest) {
        path = std::move(*found);
      } else if (path.steps.empty() && path.least != 0) {
        property->counterexample.reset();  // It is known that there is one.
      }
      return true;
    });
  }
}

// In lock step, instances are alike in length, and that with the fewest events is the one to show.
bool lengths_only(const Scenario& scenario, const Effort& effort) {
  return effort.keep_going && !scenario.lock_step();
}

All all_of(const Scenario& scenario, const Effort& effort) {
  return All(scenario, effort,
             {.keep_going = effort.keep_going,
              .by_case = effort.by_case,
              .lengths_only = lengths_only(scenario, effort)});
}

// Tells the other processes, if there are any, what is checked now. Returns the wire to them, or null.
Wire* call_helpers(const Scenario& scenario, const Effort& effort) {
  if (effort.wire == nullptr) return nullptr;
  const Json call{{"sweep", key_of(scenario)}, {"keep going", effort.keep_going}};
  for (int helper = 1; helper < effort.wire->processes(); ++helper) effort.wire->send(helper, call.dump());
  return effort.wire;
}

CheckResult check_as_told(const Scenario& scenario, Limits& limits, const Effort& effort) {
  Sweep sweep(scenario, limits, effort);
  All all = all_of(scenario, effort);
  bool complete = false;
  CheckResult result;
  const bool at_once = all.expectations != nullptr;
  const auto say_how = [&] {
    const Manner manner = sweep.manner();
    result.coverage = manner.coverage;
    result.recalled = sweep.recalls();
    result.reduction = scenario.reduction;
    result.reduction.order = OrderClasses::apply_to(scenario);
    result.reduction.independence = manner.independence;
    result.reduction.draws = manner.draws;
  };
  const auto what_was_found = [&] {
    result = all.tally->finish(false);
    result.stopped = StopReason::error;
    say_how();
    return std::move(result);
  };
  try {
    complete = sweep.run({.lengths_only = lengths_only(scenario, effort),
                          .witness = {},
                          .expected = at_once,
                          .means = effort.means},
                         all, effort.ledger, call_helpers(scenario, effort));
  } catch (const ModelError& error) {
    throw StoppedByError(error.what(), what_was_found());
  } catch (const LedgerError& error) {
    throw StoppedByLedger(error.what(), what_was_found());
  }
  const bool violated = !all.tally->violations.empty();
  result = all.tally->finish(complete);
  if (effort.ledger != nullptr && complete && result.identifier_orders.str() != count_orders(scenario))
    throw StoppedByLedger("its pieces are of " + result.identifier_orders.str() +
                              " orders of identifiers, and there are " + count_orders(scenario),
                          what_was_found());
  if (limits.reason() == StopReason::none) {
    find_shortest(sweep, result);
    result.time_stopped = limits.reason();
  }
  if (result.stopped == StopReason::none && !complete && (effort.keep_going || !violated)) {
    result.stopped = limits.reason();
    if (effort.ledger != nullptr && result.stopped == StopReason::none) result.stopped = StopReason::missing;
  }
  if (!scenario.lock_step() && result.instances > 0 && result.states <= effort.time_up_to &&
      result.stopped != StopReason::missing && limits.reason() == StopReason::none) {
    add_time(scenario, sweep, result, effort.time_up_to);
    result.time_stopped = limits.reason();
  }
  if (at_once && result.complete) all.expectations->write(result);
  if (effort.expected && !at_once && result.complete && sweep.manner().coverage.tosses &&
      limits.reason() == StopReason::none) {
    add_expected(scenario, sweep, result, effort.means);
    result.time_stopped = limits.reason();
  }
  if (all.of_extremes && result.complete && limits.reason() == StopReason::none) {
    add_distributions(scenario, sweep, result, *effort.distributed, *all.of_extremes);
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
    Setback setback;
    bool is_news = true;
    try {
      if (auto known = effort.ledger != nullptr ? effort.ledger->begin(scenario) : std::nullopt) {
        setback = *std::move(known);
        is_news = false;
      } else {
        result = check_as_told(scenario, limits, effort);
        done = true;
      }
    } catch (StoppedByError& error) {
      sign(error.found);
      throw;
    } catch (const NotComparisonBased&) {
      setback = {Refusal::Of::order, naming::Kind::identifier, "the model uses identifiers as numbers"};
    } catch (const NamesMatter& why) {
      const bool order = why.kind == naming::Kind::identifier;
      setback = {order ? Refusal::Of::order : Refusal::Of::symmetry, why.kind, why.what()};
    } catch (const DrawsMatter& why) {
      setback = {Refusal::Of::draws, {}, why.what()};
    } catch (const ListByPorts&) {
    }
    if (done) break;
    if (effort.ledger != nullptr && is_news) effort.ledger->give_up(setback);
    if (setback) {
      do_without(setback->of, scenario);
      refused.push_back(*std::move(setback));
    } else {
      scenario.lists_have_order = false;
    }
  }
  sign(result);
  return result;
}

void serve(const std::vector<Scenario>& scenarios, Limits& limits, const Effort& effort) {
  while (true) {
    const auto message = effort.wire->receive();
    if (!message) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      continue;
    }
    const Json json = Json::parse(message->text);
    if (json.contains("quit")) return;
    if (!json.contains("sweep")) continue;
    const Scenario scenario = scenario_of(json.at("sweep"), scenarios);
    Effort as_told = effort;
    as_told.keep_going = json.at("keep going");
    const All none = all_of(scenario, as_told);
    Sweep sweep(scenario, limits, as_told);
    const Task task{.lengths_only = lengths_only(scenario, as_told), .witness = {}};
    sweep.serve(task, none, *effort.wire);
  }
}

CheckResult check(const Scenario& scenario, Limits& limits, const Effort& effort) {
  Scenario as_allowed = scenario;
  return check(as_allowed, limits, effort);
}

}  // namespace conclave
