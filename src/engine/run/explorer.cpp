#include "engine/run/explorer.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/passes/parallel/threads.hpp"
#include "engine/run/explorer_layouts.hpp"
#include "engine/storage/heap.hpp"
#include "machine/growth.hpp"
#include "machine/independence.hpp"
#include "scenario/order_classes.hpp"

namespace conclave {
namespace {

// The fast passes count whole executions, without reductions or with them, and what a step costs must not
// depend on what others do.
bool needs_graph(const Scenario& scenario, const Task& task) {
  return task.always_store_graph || task.time || task.witness || task.distributed ||
         (task.expected && !task.verdicts) || scenario.until || !scenario.split.empty();
}

}  // namespace

Explorer::Explorer(const Scenario& scenario, Limits& limits, const Provisos& provisos,
                   std::optional<Room> room)
    : machine_(std::make_unique<Machine>(
          scenario, provisos, provisos.names_opaque ? reliance(scenario) : Watched::Reliance{}, &limits)),
      limits_(limits),
      room_(std::move(room)),
      layouts_(std::make_unique<Layouts>()) {}

Explorer::~Explorer() = default;

// A thread that finds nothing to explore does without.
void Explorer::begin() {
  if (!std::exchange(begun_, true)) prepare_thread_heap();
}

InstanceResult Explorer::explore(const Instance& instance, const Task& task) {
  begin();
  holds_orders_ = false;
  InstanceResult before;
  const bool fast_pass_first = !needs_graph(machine_->scenario(), task);
  const bool done = fast_pass_first && explore_fast(instance, task, before) &&
                    !(task.expected && machine_->steps().tosses() && before.stopped == StopReason::none);
  InstanceResult result = done ? std::move(before) : explore_stored(instance, task, fast_pass_first, before);
  tell_limit(result);
  return result;
}

// If a limit was reached, perhaps the instance has no end. If no configuration was found, it was not loaded.
void Explorer::tell_limit(const InstanceResult& found) const {
  if (found.stopped == StopReason::none) return;
  limits_.stop(found.stopped);
  if (found.states == 0) return;
  try {
    limits_.grew(growth(machine_->values()));
  } catch (const std::bad_alloc&) {  // then there is nothing to tell
  }
}

// Explores an instance by the graph pass. If it is divisible, another pass has begun with it before, and
// found something perhaps.
InstanceResult Explorer::explore_stored(const Instance& instance, const Task& task, bool is_divisible,
                                        InstanceResult& before) {
  InstanceResult result;
  try {
    if (!is_divisible) machine_->load(instance);
    const Lengths enough = task.lengths_only ? least_so_far_ : Lengths{};
    result = on_graph(*layouts_, limits_, [&](GraphExploration& pass) { return pass.explore(task, enough); });
    if (task.lengths_only && task.verdicts) note_lengths(result, false);
  } catch (const LimitReached& limit) {  // while the instance was loaded
    result.stopped = limit.reason;
  }
  if (room_ && result.stopped == StopReason::memory && limits_.undivided().empty()) {
    limits_.cannot_divide(is_divisible
                              ? "executions may go on for ever, or a property is of what follows on what"
                              : "what is asked for needs all of its graph");
  }
  // If a limit was reached, the violations that the fast pass found still count, though perhaps their
  // executions are not the shortest.
  for (std::size_t p = 0; p < most_properties && result.stopped != StopReason::none; ++p) {
    if (!result.violations[p]) result.violations[p] = std::move(before.violations[p]);
  }
  return result;
}

// Has a graph pass do its work on the instance that the machine holds, with keys of so many words as it
// needs.
InstanceResult Explorer::on_graph(Layouts& layouts, Limits& limits, const GraphWork& work) {
  while (true) {
    try {
      return work(layouts.get_graph(*machine_, limits));
    } catch (const KeyOverflow&) {
      layouts.graph[machine_->values().component_count()].sized.pass.reset();
    }
  }
}

// Is independence to be used on this topology?
bool Explorer::by_independence(std::size_t topology) {
  const Scenario& scenario = machine_->scenario();
  if (!independence_applies(scenario, machine_->provisos())) return false;
  const Effort effort = effort_for(topology);
  machine_->async()->look_for_commuting(effort);
  const bool uses = scenario.network == Network::fifo || effort != Effort::none;
  used_independence_ |= uses;
  return uses;
}

// How much effort is to be made on this topology to find steps that commute? One order of identifiers is
// tried for all, because the answer only matters for speed. A small instance is explored sooner than it is
// found out with more effort what commutes there.
AsyncSteps::Effort Explorer::effort_for(std::size_t topology) {
  const Scenario& scenario = machine_->scenario();
  const auto [at, is_new] = efforts_.try_emplace(topology, Effort::none);
  if (!is_new) return at->second;
  Instance instance;
  instance.topology = topology;
  for (int id = scenario.processes; id > 0; --id)
    instance.ids.push_back(given_id(scenario.identifiers.least - 1 + id));
  first_case(scenario, instance);
  holds_orders_ = false;
  // Only on bag messages are counted, and then some effort may take long. Where they are not, another order
  // may need some effort although a little was enough for this one.
  const bool counts = scenario.network == Network::bag;
  const std::uint64_t some_from = std::uint64_t{1} << (counts ? 17 : 14);
  const std::uint64_t full_from = std::uint64_t{1} << 17;
  try {
    for (const Effort effort : {Effort::little, Effort::some, Effort::full}) {
      if (effort == Effort::some && is_small(instance, some_from)) break;
      if (effort == Effort::full && (counts || is_small(instance, full_from))) break;
      machine_->async()->look_for_commuting(effort);
      machine_->load(instance);
      const std::optional<bool> commutes = machine_->async()->any_commutes();
      if (commutes.value_or(false)) at->second = std::max(effort, counts ? Effort::little : Effort::some);
      if (commutes.has_value()) break;
    }
  } catch (const Impure&) {
    throw;
  } catch (const ModelError&) {    // the error is about an order that perhaps nobody asked for
  } catch (const LimitReached&) {  // whoever loads the next instance will say so
  }
  return at->second;
}

bool Explorer::shares_orders(const Task& task) const {
  const Scenario& scenario = machine_->scenario();
  return OrderClasses::apply_to(scenario) && scenario.processes <= Answers::most_places &&
         !scenario.lock_step() && has_one_case(scenario) && !scenario.down.goes_by_order() &&
         !needs_graph(scenario, task);
}

std::optional<Explorer::Order> Explorer::explore_order(const Instance& instance, const Task& task) {
  if (unshared_ == instance.topology) return {};
  const bool independent = by_independence(instance.topology);
  // Whether steps commute depends on a large part of the order, so that orders could share little.
  if (independent && effort_for(instance.topology) != Effort::none) return {};
  begin();
  ranks_.assign(1, 0);  // the rank of Id{}, which is no process's identifier
  for (const Id id : instance.ids) ranks_.push_back(code_of(id));
  const OrderInForce in_force(ranks_);
  std::optional<Order> order;
  try {
    order = explore_loaded(instance, independent, task.large);
  } catch (const Impure&) {
    throw;
  } catch (const ModelError&) {  // explore() will report it, with the real identifiers
  }
  holds_orders_ = order.has_value();
  if (order) tell_limit(order->result);
  ++(order ? orders_shared_
           : orders_left_);  // an order that it could not explore costs the graph of all others
  if (orders_left_ > 8 + orders_shared_ / 16) unshared_ = instance.topology;
  return order;
}

// Explores one order. In the machine, the identifier of each process is its place plus one, and the order in
// force says how they compare.
std::optional<Explorer::Order> Explorer::explore_loaded(const Instance& instance, bool independent,
                                                        std::uint64_t large) {
  // What is known is kept as long as there is room, because finding an expansion out again costs many times
  // as much as visiting it.
  constexpr int room = 50;  // percent
  const bool keeps = holds_orders_ && machine_->instance().topology == instance.topology &&
                     !limits_.is_used_beyond(room) && machine_->reorder();
  holds_orders_ = false;
  if (!keeps) {
    Instance named = instance;
    for (std::size_t place = 0; place < named.ids.size(); ++place)
      named.ids[place] = given_id(static_cast<std::int32_t>(place) + 1);
    machine_->load(named);
  }
  ClassExploration* const pass = layouts_->get_class_pass(*machine_, limits_);
  if (pass == nullptr) {
    unshared_ = instance.topology;
    return {};
  }
  Answers all;
  for (int a = 0; a < std::ssize(instance.ids); ++a) {
    for (int b = 0; b < std::ssize(instance.ids); ++b) {
      if (ranks_[static_cast<std::size_t>(a) + 1] < ranks_[static_cast<std::size_t>(b) + 1]) all.add(a, b);
    }
  }
  // Values are numbered as they are met, so one order alone needs fewer than all orders together.
  const auto begin_anew = [&]() -> std::optional<Order> {
    layouts_->classes.erase(machine_->values().component_count());
    if (keeps) return explore_loaded(instance, independent, large);
    unshared_ = instance.topology;
    return {};
  };
  Order order;
  try {
    if (!keeps) pass->begin();
    if (!pass->run(all, independent, large)) return {};
    order.result = std::move(pass->result);
    pass->answers &= all;  // this matters only in tests that drop Provisos::answers_alike
    order.asked = pass->answers.facts();
  } catch (const KeyOverflow&) {
    layouts_->classes[machine_->values().component_count()].sized.pass.reset();
    if (layouts_->get_class_pass(*machine_, limits_) != nullptr)
      return explore_loaded(instance, independent, large);
    return begin_anew();
  } catch (const NoRoom&) {
    return begin_anew();
  } catch (const LittleShared&) {
    layouts_->classes.erase(machine_->values().component_count());
    unshared_ = instance.topology;
    return {};
  } catch (const LimitReached& limit) {
    if (limit.reason == StopReason::depth) return begin_anew();  // explore() looks for violations, too
    order.result = std::move(pass->result);
    order.result.stopped = limit.reason;
  } catch (const std::bad_alloc&) {
    order.result = std::move(pass->result);
    order.result.stopped = limits_.out_of_memory();
  }
  return order;
}

// Explores an instance by a fast pass or, if it is large, by a parallel pass. Returns true if the graph pass
// need not explore all of it.
bool Explorer::explore_fast(const Instance& instance, const Task& task, InstanceResult& result) {
  bool may_share = task.spare != nullptr;
  Helpers helpers(task.spare);
  const bool independent = by_independence(instance.topology);
  const bool looks_ahead = independent || !task.lengths_only;  // if anything is violated (wanted_after)
  bool reduced = independent;  // did the pass that finished make use of independence?
  FastExploration* pass = nullptr;
  std::unique_ptr<Finished> known;  // of the instance that the machine holds
  Wanted wanted;
  Violations before;  // what is known before all is counted, in case that a limit is reached
  const auto stop = [&](StopReason reason) {
    if (pass != nullptr) result = std::move(pass->result);
    result.stopped = reason;
    result.violations.add(before);
    if (reason != StopReason::depth) return true;
    if (pass != nullptr) pass->release();
    find_near(machine_->scenario().properties, result.violations, 1 << 18);
    return true;
  };
  for (bool finished = false; !finished;) {
    std::unique_ptr<FastExploration> parallel;
    pass = nullptr;
    try {
      if (!known) machine_->load(instance);
      pass = layouts_->get_fast(*machine_, limits_);
      if (pass == nullptr) return false;
      Most most;
      if (room_) {
        most.states = room_->most_configurations(layouts_->words(*machine_));
      } else if (may_share && !(looks_ahead && before.any()) && layouts_->has_parallel(*machine_)) {
        most = {task.large, task.spare, looks_ahead};
      }
      if (helpers.count() > 0) parallel = layouts_->make_parallel(*machine_, limits_, 1 + helpers.count());
      if (parallel) pass = parallel.get();
      finished = pass->run(reduced, most, std::move(known));
      if (!finished && pass->met_revocation()) {  // as every pass would
        reduced = false;
        finished = pass->run(reduced, most, nullptr);
      }
      const PropertySet without_lane = pass->without_lane();
      result = std::move(pass->result);
      if (finished) {
        result.violations.add(before);
        wanted = wanted_after(result, reduced, task, machine_->scenario().properties);
        if (!parallel) continue;
        // A parallel pass cannot be asked what follows on a configuration.
        finished = wanted.of.empty();
        helpers.dismiss();
        continue;
      }
      pass->release();
      if (without_lane.empty()) return false;
      layouts_->add_lanes(without_lane);
      pass = nullptr;
      before.add(result.violations);
      find_near(without_lane, before);
    } catch (const KeyOverflow&) {
      known = layouts_->outgrown(machine_->values().component_count());
    } catch (const LimitReached& limit) {
      return stop(limit.reason);
    } catch (const std::bad_alloc&) {
      return stop(limits_.out_of_memory());
    } catch (const TooMany&) {
      before.add(pass->result.violations);
      if (room_) {
        pass->release();
        if (room_->folder.empty()) throw TooLarge{};
        const bool done = explore_in_parts(instance, independent, result);
        result.violations.add(before);
        return done;
      }
      known = layouts_->set_aside(machine_->values().component_count());
      may_share = false;
      helpers.call();
    } catch (...) {  // among several errors, one thread always meets the same one first
      if (!parallel) throw;
      helpers.dismiss();
    }
  }
  if (!room_) find_unknown(instance, task, wanted, reduced, pass, result);
  if (result.stopped == StopReason::none && !wanted.of.empty())
    find_shortest(instance, wanted, reduced, pass, result);
  if (task.lengths_only) note_lengths(result, reduced);
  return true;
}

}  // namespace conclave
