#include "engine/run/sweep.hpp"
#include "machine/asked.hpp"
#include "machine/machine.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <new>

namespace conclave {
namespace {

// Counts how often units went to another thread or came back. oneTBB sees to that by itself, but is not built
// with the thread sanitizer, which therefore does not see it. This it sees.
std::atomic<unsigned> handovers{0};

}  // namespace

// Where units come from: from every order, or from one order of each class.
class Sweep::Source {
 public:
  explicit Source(const Scenario& scenario)
      : by_classes_(OrderClasses::apply_to(scenario)), classes_(scenario), instances_(scenario) {}

  // Up to `most` units. There are fewer if there are no more for now.
  std::vector<Unit> take(std::size_t most) {
    std::vector<Unit> units;
    Unit unit;
    while (units.size() < most && next(unit)) units.push_back(std::exchange(unit, {}));
    return units;
  }
  // The same where orders share what is known: each unit has several regions that lie together, and explores
  // up to `orders` orders.
  std::vector<Unit> take(std::size_t most, std::size_t orders) {
    std::vector<OrderClasses::Region> regions;
    OrderClasses::Region region;
    while (regions.size() < most * orders && classes_.next(region))
      regions.push_back(std::exchange(region, {}));
    std::vector<Unit> units(std::min(most, regions.size()));
    for (std::size_t r = 0; r < regions.size(); ++r) {
      Unit& unit = units[r * units.size() / regions.size()];
      unit.most_orders = orders;
      unit.regions.push_back(std::move(regions[r]));
    }
    return units;
  }
  // Takes back the regions that a unit has not covered.
  void add(std::vector<OrderClasses::Region> regions) { classes_.add(std::move(regions)); }
  const OrderClasses& classes() const { return classes_; }

 private:
  bool next(Unit& unit) {
    if (by_classes_) {
      OrderClasses::Region region;
      if (!classes_.next(region)) return false;
      unit.regions.push_back(std::move(region));
      return true;
    }
    return instances_.next(unit.instances.emplace_back());
  }

  const bool by_classes_;
  OrderClasses classes_;
  Instances instances_;
};

// Each thread has an explorer of its own, made when the thread first explores.
struct Sweep::Threads {
  Threads(const Scenario& scenario, Limits& limits, const Effort& effort)
      : cores(oneapi::tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(effort.threads)),
        explorers([&scenario, &limits, provisos = effort.provisos] {
          return std::make_unique<Explorer>(scenario, limits, provisos);
        }) {}

  const oneapi::tbb::global_control cores;
  oneapi::tbb::enumerable_thread_specific<std::unique_ptr<Explorer>> explorers;
};

Sweep::Sweep(const Scenario& scenario, Limits& limits, const Effort& effort)
    : scenario_(scenario),
      limits_(limits),
      effort_(effort),
      threads_(std::make_unique<Threads>(scenario, limits, effort)) {}

Sweep::~Sweep() = default;

bool Sweep::run(const Task& task, const Merging& merge) {
  try {
    return run_all(task, merge);
  } catch (const LimitReached&) {  // while instances were handed out
  } catch (const std::bad_alloc&) {
    limits_.out_of_memory();
  }
  return false;
}

bool Sweep::run_all(const Task& task, const Merging& merge) {
  const LimitsInForce in_force(&limits_);
  Source source(scenario_);
  const bool shared = threads_->explorers.local()->shares_orders(task);
  // So many units are explored at a time, because results wait until those before them are merged.
  const std::size_t most = shared ? 1024 : 256;
  for (std::size_t size = 1;; size = std::min(2 * size, most)) {
    std::vector<Unit> units = shared ? source.take(shared_units, size) : source.take(size);
    if (units.empty()) return true;
    if (limits_.reason() != StopReason::none) return false;
    explore(units, task, source.classes());
    for (auto unit = units.begin(); unit != units.end(); ++unit) {
      limits_.instances += unit->results.size();
      source.add(std::move(unit->left));
      for (std::size_t i = 0; i < unit->results.size(); ++i) {
        if (merge(unit->instances[i], unit->results[i])) continue;
        const bool is_last = i + 1 == unit->instances.size() && unit + 1 == units.end();
        return is_last && source.take(1).empty();
      }
      if (unit->error) std::rethrow_exception(unit->error);
      // A limit was reached, perhaps before the unit's first order.
      if (unit->instances.empty() || unit->results.size() < unit->instances.size()) return false;
    }
  }
}

// Threads take units in their order. When a unit turns out to be the last one that counts, only units after
// it are left out.
void Sweep::explore(std::vector<Unit>& units, const Task& task, const OrderClasses& classes) {
  std::atomic<std::size_t> begun{0};
  std::atomic<std::size_t> end{units.size()};
  // Where orders are explored by classes, there are soon enough units for all threads, so an instance gets
  // only one.
  Task of_unit = task;
  if (units.size() == 1 && units.front().regions.empty()) of_unit.threads = effort_.threads;
  const auto end_with = [&](std::size_t i) {
    for (std::size_t known = end; i + 1 < known && !end.compare_exchange_weak(known, i + 1);) {
    }
  };
  std::vector<std::exception_ptr> errors(units.size());
  const auto work = [&](int) {
    ++handovers;  // before anything that another thread has written is read
    const LimitsInForce in_force(&limits_);
    for (std::size_t i = begun++; i < end; i = begun++) {
      try {
        explore(units[i], of_unit, classes);
      } catch (const LimitReached&) {  // the unit has fewer results than instances, or none
      } catch (const std::bad_alloc&) {
        limits_.out_of_memory();
      } catch (const ModelError&) {
        units[i].error = std::current_exception();
        end_with(i);
      } catch (...) {
        errors[i] = std::current_exception();
        end_with(i);
      }
      if (effort_.keep_going || std::ranges::none_of(units[i].results, &InstanceResult::violated)) continue;
      end_with(i);
    }
    ++handovers;
  };
  const int threads = std::min(effort_.threads, static_cast<int>(units.size()));
  ++handovers;
  if (threads == 1)
    work(0);
  else
    oneapi::tbb::parallel_for(0, threads, work, oneapi::tbb::simple_partitioner());
  ++handovers;
  // Of several errors that is told which one thread would have met.
  for (std::size_t i = 0; i < end; ++i) {
    if (errors[i]) std::rethrow_exception(errors[i]);
  }
}

void Sweep::explore(Unit& unit, const Task& task, const OrderClasses& classes) {
  Explorer& explorer = *threads_->explorers.local();
  if (!unit.regions.empty() && explorer.shares_orders(task))
    return explore_orders(explorer, unit, task, classes);
  std::vector<Asked::Fact> asked;
  if (!unit.regions.empty()) {
    Instance each = OrderClasses::representative(scenario_, unit.regions.front());
    do {
      unit.instances.push_back(each);
    } while (next_case(scenario_, each));
  }
  bool whole = true;
  for (const Instance& instance : unit.instances) {
    whole = limits_.reason() == StopReason::none;
    if (!whole) break;
    unit.results.push_back(explorer.explore(instance, task));
    const InstanceResult& result = unit.results.back();
    whole = result.stopped == StopReason::none;
    const Asked& of_this = explorer.machine().asked();
    if (of_this.numbers()) throw NotComparisonBased{};
    asked.insert(asked.end(), of_this.facts().begin(), of_this.facts().end());
    if (!whole || (result.violated() && !effort_.keep_going)) break;
  }
  if (unit.regions.empty()) return;
  auto covered = classes.covered(unit.regions.front(), asked, whole);
  for (Instance& instance : unit.instances) instance.orders = instance.identifier_orders = covered.orders;
  unit.left = std::move(covered.left);
}

// Explores the orders of a unit's regions. Each order leaves new regions behind, and these come next (depth
// first), so that few regions wait.
void Sweep::explore_orders(Explorer& explorer, Unit& unit, const Task& task, const OrderClasses& classes) {
  std::vector<OrderClasses::Region> waiting(unit.regions.rbegin(), unit.regions.rend());
  while (!waiting.empty() && unit.instances.size() < unit.most_orders &&
         limits_.reason() == StopReason::none) {
    const OrderClasses::Region region = std::move(waiting.back());
    waiting.pop_back();
    Instance& instance = unit.instances.emplace_back(OrderClasses::representative(scenario_, region));
    std::optional<Explorer::Order> order;
    if (!classes.is_alone(region)) order = explorer.explore_order(instance, task);
    if (!order) {
      order.emplace().result = explorer.explore(instance, task);
      order->asked = explorer.machine().asked().facts();
    }
    if (explorer.machine().asked().numbers()) throw NotComparisonBased{};
    unit.results.push_back(std::move(order->result));
    const InstanceResult& result = unit.results.back();
    const bool whole = result.stopped == StopReason::none;
    auto covered = classes.covered(region, order->asked, whole);
    instance.orders = instance.identifier_orders = covered.orders;
    std::move(covered.left.rbegin(), covered.left.rend(), std::back_inserter(waiting));
    if (!whole || (result.violated() && !effort_.keep_going)) break;
  }
  unit.left.assign(std::move_iterator(waiting.rbegin()), std::move_iterator(waiting.rend()));
}

InstanceResult Sweep::explore(const Instance& instance) {
  const LimitsInForce in_force(&limits_);
  return threads_->explorers.local()->explore(instance);
}

bool Sweep::used_independence() const {
  return std::ranges::any_of(threads_->explorers,
                             [](const auto& explorer) { return explorer->used_independence(); });
}

bool Sweep::used_draws() const {
  return std::ranges::any_of(
      threads_->explorers, [](const auto& explorer) { return explorer->machine().steps().reduces_draws(); });
}

Coverage Sweep::coverage() const {
  Coverage coverage;
  for (const auto& explorer : threads_->explorers) coverage |= explorer->machine().coverage();
  return coverage;
}

}  // namespace conclave
