#include "engine/run/explorer.hpp"

#include <limits>
#include <stdexcept>

#include "engine/passes/passes.hpp"
#include "engine/storage/layout.hpp"
#include "machine/independence.hpp"
#include "scenario/order_classes.hpp"

namespace conclave {

// Passes by the layout of their configurations. Repeated identifiers may share channels, so the number of
// components varies.
struct Explorer::Layouts {
  struct Fast {
    Widths widths;
    SizedPass sized;
  };
  std::map<std::size_t, Fast> fast;  // by number of components
  struct Classes {
    Widths widths;
    SizedClassPass sized;
  };
  std::map<std::size_t, Classes> classes;                                          // by number of components
  std::map<std::pair<int, std::size_t>, std::unique_ptr<GraphExploration>> graph;  // and width of cell

  GraphExploration& get_graph(int cell_bytes, Machine& machine, Limits& limits) {
    auto& pass = graph[{cell_bytes, machine.values().component_count()}];
    if (!pass) pass = make_graph_pass(cell_bytes, machine, limits);
    if (!pass) throw std::length_error("no layout of configurations has room for so many components");
    return *pass;
  }
  // Null if there is no layout.
  FastExploration* get_fast(Machine& machine, Limits& limits) {
    Fast& of = fast[machine.values().component_count()];
    if (of.widths.component.empty()) of.widths.component.assign(machine.values().component_count(), 2);
    if (!of.sized.pass) of.sized = make_fast_pass(of.sized.words + 1, machine, limits, of.widths);
    return of.sized.pass.get();
  }
  // Null if there is no layout, or the model asks for more.
  ClassExploration* get_class_pass(Machine& machine, Limits& limits) {
    Classes& of = classes[machine.values().component_count()];
    if (of.widths.component.empty()) of.widths.component.assign(machine.values().component_count(), 2);
    if (!of.sized.pass) of.sized = make_class_pass(of.sized.words + 1, machine, limits, of.widths);
    return of.sized.pass.get();
  }
  // To be used for one instance, because it keeps much. Null if there is none.
  std::unique_ptr<FastExploration> make_parallel(Machine& machine, Limits& limits, int threads) {
    Fast& of = fast[machine.values().component_count()];
    return make_parallel_pass(of.sized.words, machine, limits, of.widths, threads).pass;
  }
  void outgrown(std::size_t components) { fast[components].sized.pass.reset(); }
};

Explorer::Explorer(const Scenario& scenario, Limits& limits, const Provisos& provisos)
    : machine_(scenario, provisos), limits_(limits), layouts_(std::make_unique<Layouts>()) {}

Explorer::~Explorer() = default;

InstanceResult Explorer::explore(const Instance& instance, const Task& task) {
  holds_orders_ = false;
  InstanceResult before;
  const bool fast_pass_first = !task.always_store_graph && !task.time && !task.witness;
  if (fast_pass_first && explore_fast(instance, task, before)) return before;
  bool loaded = fast_pass_first;
  while (true) {
    const auto cell_limit = static_cast<std::uint32_t>((std::uint64_t{1} << 8 * cell_bytes_) - 1);
    try {
      if (!loaded) {
        machine_.load(instance, cell_limit);
      } else if (!machine_.limit_cells(cell_limit)) {
        throw CellOverflow{};
      }
      InstanceResult result = layouts_->get_graph(cell_bytes_, machine_, limits_).explore(task);
      // What the fast pass found stays found, though perhaps not by the shortest execution.
      for (std::size_t p = 0; p < most_properties && result.stopped != StopReason::none; ++p) {
        if (!result.violations[p]) result.violations[p] = std::move(before.violations[p]);
      }
      return result;
    } catch (const CellOverflow&) {
      if (cell_bytes_ == 4) throw std::length_error("a component has more than 2^32 values");
      cell_bytes_ *= 2;
      loaded = false;
      layouts_->graph.clear();  // and with it what the attempt had stored
    }
  }
}

// On bag and set one order tells for all: under which one is only a matter of speed.
bool Explorer::by_independence(std::size_t topology) {
  const Scenario& scenario = machine_.scenario();
  if (!independence_applies(scenario, machine_.provisos())) return false;
  bool uses = scenario.network == Network::fifo;
  if (!uses) {
    const auto [at, is_new] = commutes_.try_emplace(topology, false);
    if (is_new) {
      Instance instance = first_case(scenario);
      instance.topology = topology;
      for (int id = scenario.processes; id > 0; --id) instance.ids.emplace_back(id);
      holds_orders_ = false;
      try {
        machine_.load(instance, std::numeric_limits<std::uint32_t>::max());
        at->second = machine_.async()->any_commutes();
      } catch (const ModelError&) {  // of an order that perhaps nobody asked for
      }
    }
    uses = at->second;
  }
  used_independence_ |= uses;
  return uses;
}

bool Explorer::shares_orders(const Task& task) const {
  const Scenario& scenario = machine_.scenario();
  Instance only = first_case(scenario);
  return OrderClasses::apply_to(scenario) && scenario.processes <= Answers::most_places &&
         !machine_.scenario().lock_step() && !next_case(scenario, only) && !task.always_store_graph &&
         !task.time && !task.witness;
}

std::optional<Explorer::Order> Explorer::explore_order(const Instance& instance, const Task& task) {
  if (unshared_ == instance.topology) return {};
  const bool independent = by_independence(instance.topology);
  // Whether steps commute depends on much of an order, so that little could be shared.
  if (independent && machine_.scenario().network != Network::fifo) return {};
  ranks_.assign(1, 0);  // of Id{}, which is nobody's
  for (const Id id : instance.ids) ranks_.push_back(id.code());
  const OrderInForce in_force(ranks_);
  std::optional<Order> order;
  try {
    order = explore_loaded(instance, independent, task.large);
  } catch (const ModelError&) {  // explore() says it with the identifiers that there are
  }
  holds_orders_ = order.has_value();
  ++(order ? told_ : untold_);  // each that is not told costs the graph of all others
  if (untold_ > 8 + told_ / 16) unshared_ = instance.topology;
  return order;
}

// Every process is named by its place.
std::optional<Explorer::Order> Explorer::explore_loaded(const Instance& instance, bool independent,
                                                        std::uint64_t large) {
  // What is known stays as long as there is room: to find it out again costs many times what it costs to walk
  // there.
  constexpr int room = 50;  // percent
  const bool keeps = holds_orders_ && machine_.instance().topology == instance.topology &&
                     !limits_.is_used_beyond(room) && machine_.reorder();
  holds_orders_ = false;
  if (!keeps) {
    Instance named = instance;
    for (std::size_t place = 0; place < named.ids.size(); ++place)
      named.ids[place] = Id(static_cast<std::int32_t>(place) + 1);
    machine_.load(named, std::numeric_limits<std::uint32_t>::max());
  }
  ClassExploration* const pass = layouts_->get_class_pass(machine_, limits_);
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
  // Values are numbered as they are met: one order has fewer than all together.
  const auto begin_anew = [&]() -> std::optional<Order> {
    layouts_->classes.erase(machine_.values().component_count());
    if (keeps) return explore_loaded(instance, independent, large);
    unshared_ = instance.topology;
    return {};
  };
  Order order;
  try {
    if (!keeps) pass->begin();
    if (!pass->run(all, independent, large)) return {};
    order.result = std::move(pass->result);
    pass->answers &= all;  // changes something only where a test has Provisos::answers_alike dropped
    order.asked = pass->answers.facts();
  } catch (const KeyOverflow&) {
    layouts_->classes[machine_.values().component_count()].sized.pass.reset();
    if (layouts_->get_class_pass(machine_, limits_) != nullptr)
      return explore_loaded(instance, independent, large);
    return begin_anew();
  } catch (const NoRoom&) {
    return begin_anew();
  } catch (const LittleShared&) {
    layouts_->classes.erase(machine_.values().component_count());
    unshared_ = instance.topology;
    return {};
  } catch (const LimitReached& limit) {
    order.result = std::move(pass->result);
    order.result.stopped = limit.reason;
  }
  return order;
}

// True: that is all there is to do.
bool Explorer::explore_fast(const Instance& instance, const Task& task, InstanceResult& result) {
  constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most = task.threads > 1 ? task.large : unlimited;
  bool together = false;
  const bool independent = by_independence(instance.topology);
  while (true) {
    machine_.load(instance, std::numeric_limits<std::uint32_t>::max());
    FastExploration* pass = layouts_->get_fast(machine_, limits_);
    if (pass == nullptr) return false;
    std::unique_ptr<FastExploration> parallel;
    if (together) parallel = layouts_->make_parallel(machine_, limits_, task.threads);
    if (parallel) pass = parallel.get();
    try {
      bool finished = pass->run(independent, most);
      if (!finished && pass->met_revocation()) finished = pass->run(false, most);
      result = std::move(pass->result);
      if (!finished) pass->release();
      return finished;
    } catch (const KeyOverflow&) {
      layouts_->outgrown(machine_.values().component_count());
    } catch (const LimitReached& limit) {
      result = std::move(pass->result);
      result.stopped = limit.reason;
      return true;
    } catch (const TooMany&) {
      pass->release();
      together = true;
      most = unlimited;
    } catch (...) {  // of several errors, one thread meets always the same
      if (!parallel) throw;
      together = false;
    }
  }
}

}  // namespace conclave
