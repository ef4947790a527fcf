#include "engine/pieces/sweep.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "machine/asked.hpp"
#include "machine/machine.hpp"

namespace conclave {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// Counts how often work went to another thread or came back. oneTBB sees to that by itself, but is not built
// with the thread sanitizer, which therefore does not see it. This it sees.
std::atomic<unsigned> handovers{0};

// A piece begins with at most so many regions. Others should find some left.
constexpr std::size_t most_regions = 64;

}  // namespace

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

bool Sweep::run(const Task& task, Sum& total) {
  const LimitsInForce in_force(&limits_);
  try {
    return OrderClasses::apply_to(scenario_) ? run_orders(task, total) : run_instances(task, total);
  } catch (const LimitReached&) {  // while instances were handed out
  } catch (const std::bad_alloc&) {
    limits_.out_of_memory();
  }
  return false;
}

// Calls a function on some threads at a time.
template <class Work>
void Sweep::on_threads(std::size_t at_most, const Work& work) {
  const int threads = std::min(effort_.threads, static_cast<int>(at_most));
  const auto with_limits = [&](int) {
    ++handovers;  // before anything that another thread has written is read
    const LimitsInForce in_force(&limits_);
    work();
    ++handovers;
  };
  ++handovers;
  if (threads == 1)
    with_limits(0);
  else
    oneapi::tbb::parallel_for(0, threads, with_limits, oneapi::tbb::simple_partitioner());
  ++handovers;
}

// What the threads share that explore orders by classes.
struct Sweep::Shared {
  const Task& task;
  const Sum& none;
  OrderClasses& classes;
  Agenda agenda;
  // Who changes the agenda holds the mutex.
  std::mutex mutex;
  std::condition_variable changed;
  // One thread begins with the first regions, the others with the last ones, with which the first ones have
  // least in common.
  bool begun_first = false;
  std::atomic<int> idle{0};         // so many threads wait for work
  std::exception_ptr failure = {};  // that ends everything, because the model does not allow a reduction
  std::vector<std::pair<Instance, InstanceResult>> begun = {};  // in which a limit was reached
};

// All cases of one order.
struct Sweep::Order {
  std::vector<std::pair<Instance, InstanceResult>> cases;
  std::vector<Asked::Fact> asked;
  bool whole = true;         // no limit was reached
  bool all = true;           // no case is left out
  std::exception_ptr error;  // a ModelError that ended it
};

bool Sweep::run_orders(const Task& task, Sum& total) {
  OrderClasses classes(scenario_);
  const auto none = total.none();
  Shared shared{.task = task,
                .none = *none,
                .classes = classes,
                .agenda = {classes, scenario_.topologies.size()},
                .mutex = {},
                .changed = {}};
  on_threads(task.in_order ? 1 : static_cast<std::size_t>(effort_.threads), [&] { work(shared); });
  if (shared.failure) std::rethrow_exception(shared.failure);
  const bool all = shared.agenda.add_up(total);
  for (auto& [instance, seen] : shared.begun) {
    if (!shared.agenda.ends()) total.add(instance, seen);
  }
  return all;
}

void Sweep::work(Shared& shared) {
  std::unique_lock lock(shared.mutex);
  const bool first = !std::exchange(shared.begun_first, true);
  while (!shared.failure && limits_.reason() == StopReason::none) {
    std::optional<Agenda::Piece> piece;
    try {
      const std::size_t most = std::clamp<std::size_t>(
          shared.agenda.waiting() / (2 * static_cast<std::size_t>(effort_.threads)), 1, most_regions);
      piece = first ? shared.agenda.take_first(most) : shared.agenda.take_last(most);
    } catch (const LimitReached&) {
      break;
    } catch (const std::bad_alloc&) {
      limits_.out_of_memory();
      break;
    }
    if (!piece) {
      if (!shared.agenda.any_busy()) break;
      ++shared.idle;
      shared.changed.wait(lock);
      --shared.idle;
      continue;
    }
    lock.unlock();
    std::exception_ptr failure;
    try {
      explore(*piece, shared);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure && !shared.failure) shared.failure = failure;
    shared.agenda.put(std::move(*piece));
    shared.changed.notify_all();
  }
  shared.changed.notify_all();
}

// Explores the regions of a piece, depth first, so that few regions wait; for as long as nothing else is to
// be done.
void Sweep::explore(Agenda::Piece& piece, Shared& shared) {
  constexpr auto longest = 500ms;
  constexpr auto shortest = 200us;
  const auto began = Clock::now();
  std::vector<OrderClasses::Region> waiting;
  for (auto& numbered : piece.regions) waiting.push_back(std::move(numbered.region));
  std::ranges::reverse(waiting);
  piece.sum = shared.none.none();
  for (bool first = true; !waiting.empty() && limits_.reason() == StopReason::none; first = false) {
    const auto passed = Clock::now() - began;
    if (!first && !shared.task.in_order &&
        (passed > longest || (shared.idle > 0 && passed > shortest) || !shared.agenda.counts(piece)))
      break;
    OrderClasses::Region region = std::move(waiting.back());
    waiting.pop_back();
    Order order;
    explore(order, region, shared);
    if (!order.whole) {
      const Rational alone = shared.classes.covered(region, {}, false).orders;
      for (auto& [instance, found] : order.cases) instance.orders = instance.identifier_orders = alone;
      const std::lock_guard lock(shared.mutex);
      std::ranges::move(order.cases, std::back_inserter(shared.begun));
      waiting.push_back(std::move(region));
      break;
    }
    auto covered = shared.classes.covered(region, order.asked, order.error == nullptr);
    std::move(covered.left.rbegin(), covered.left.rend(), std::back_inserter(waiting));
    limits_.instances += order.cases.size();
    piece.error = order.error;
    piece.ends = order.error != nullptr;
    piece.whole = order.all;
    for (auto& [instance, found] : order.cases) {
      instance.orders = instance.identifier_orders = covered.orders;
      if (piece.sum->add(instance, found)) continue;
      piece.ends = true;
      piece.whole = order.all && &found == &order.cases.back().second;
      break;
    }
    if (piece.ends) break;
  }
  piece.left.assign(std::move_iterator(waiting.rbegin()), std::move_iterator(waiting.rend()));
}

// Explores one order of a region, with all its cases.
void Sweep::explore(Order& order, const OrderClasses::Region& region, const Shared& shared) {
  Explorer& explorer = *threads_->explorers.local();
  Instance each = OrderClasses::representative(scenario_, region);
  const bool together = explorer.shares_orders(shared.task) && !shared.classes.is_alone(region);
  try {
    do {
      std::optional<Explorer::Order> found;
      if (together) found = explorer.explore_order(each, shared.task);
      if (!found) {
        found.emplace().result = explorer.explore(each, shared.task);
        found->asked = explorer.machine().asked().facts();
      }
      if (explorer.machine().asked().numbers()) throw NotComparisonBased{};
      order.asked.insert(order.asked.end(), found->asked.begin(), found->asked.end());
      order.cases.emplace_back(each, std::move(found->result));
      const InstanceResult& result = order.cases.back().second;
      order.whole = result.stopped == StopReason::none;
      const bool ends = result.violated() && !effort_.keep_going;
      order.all = !next_case(scenario_, each);
      if (ends) break;
    } while (order.whole && !order.all);
  } catch (const LimitReached&) {
    order.whole = false;
  } catch (const std::bad_alloc&) {
    limits_.out_of_memory();
    order.whole = false;
  } catch (const ModelError&) {
    order.error = std::current_exception();
    order.all = false;
  }
}

// One instance that is explored, and what became of it: a result, unless a limit was reached, or an error.
struct Sweep::Attempt {
  Instance instance;
  std::optional<InstanceResult> result;
  std::exception_ptr error;  // a ModelError
};

// Explores the instances one by one. So many are explored at a time, because results wait until those before
// them are added.
bool Sweep::run_instances(const Task& task, Sum& total) {
  constexpr std::size_t most = 256;
  Instances instances(scenario_);
  Instance ahead;
  bool more = instances.next(ahead);
  for (std::size_t size = 1; more; size = std::min(2 * size, most)) {
    if (limits_.reason() != StopReason::none) return false;
    std::vector<Attempt> attempts;
    for (; more && attempts.size() < size; more = instances.next(ahead))
      attempts.emplace_back().instance = ahead;
    explore(attempts, task);
    for (Attempt& attempt : attempts) {
      if (attempt.error) std::rethrow_exception(attempt.error);
      if (!attempt.result) return false;
      ++limits_.instances;
      if (!total.add(attempt.instance, *attempt.result)) return &attempt == &attempts.back() && !more;
    }
  }
  return true;
}

// Threads take instances in their order. When one turns out to be the last one that counts, only those after
// it are left out.
void Sweep::explore(std::vector<Attempt>& attempts, const Task& task) {
  std::atomic<std::size_t> begun{0};
  std::atomic<std::size_t> end{attempts.size()};
  Task of_each = task;
  if (attempts.size() == 1) of_each.threads = effort_.threads;
  const auto end_with = [&](std::size_t i) {
    for (std::size_t known = end; i + 1 < known && !end.compare_exchange_weak(known, i + 1);) {
    }
  };
  std::vector<std::exception_ptr> errors(attempts.size());
  on_threads(attempts.size(), [&] {
    for (std::size_t i = begun++; i < end && limits_.reason() == StopReason::none; i = begun++) {
      try {
        const auto& result = attempts[i].result =
            threads_->explorers.local()->explore(attempts[i].instance, of_each);
        if (result->violated() && !effort_.keep_going) end_with(i);
      } catch (const LimitReached&) {  // it has no result
      } catch (const std::bad_alloc&) {
        limits_.out_of_memory();
      } catch (const ModelError&) {
        attempts[i].error = std::current_exception();
        end_with(i);
      } catch (...) {
        errors[i] = std::current_exception();
        end_with(i);
      }
    }
  });
  // Of several errors that is told which one thread would have met.
  for (std::size_t i = 0; i < end; ++i) {
    if (errors[i]) std::rethrow_exception(errors[i]);
  }
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
