// Explores one instance after the other: chooses the layout of configurations and the pass that is needed.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/run/task.hpp"
#include "machine/provisos.hpp"

namespace conclave {

// One per thread; keeps what instances share. The scenario and the limits must outlive it.
class Explorer {
 public:
  Explorer(const Scenario&, Limits&, const Provisos& = {});
  ~Explorer();

  // Exact, unless `stopped` says that a limit was reached. Throws ModelError.
  InstanceResult explore(const Instance&, const Task& = {});

  // The same for orders of identifiers on one topology, one after the other: what was found out about those
  // before is used again. For scenarios that OrderClasses applies to. Counts, and what is asked, are those of
  // explore().
  struct Order {
    InstanceResult result;
    std::vector<std::pair<int, int>> asked;
  };
  bool shares_orders(const Task&) const;
  // Nothing: explore() has to tell.
  std::optional<Order> explore_order(const Instance&, const Task& = {});

  const Machine& machine() const { return machine_; }
  // Was independence made use of?
  bool used_independence() const { return used_independence_; }

 private:
  bool by_independence(std::size_t topology);
  bool explore_fast(const Instance&, const Task&, InstanceResult&);
  std::optional<Order> explore_loaded(const Instance&, bool independent, std::uint64_t large);

  Machine machine_;
  Limits& limits_;
  std::vector<std::int32_t> ranks_;      // of the order in force, by identifier
  bool holds_orders_ = false;            // the machine holds the instance of explore_order()
  std::optional<std::size_t> unshared_;  // the topology on which orders are not explored together
  std::size_t told_ = 0;                 // orders, by explore_order()
  std::size_t untold_ = 0;
  bool used_independence_ = false;
  std::map<std::size_t, bool> commutes_;  // by topology: is there any use in looking for steps that do?
  int cell_bytes_ = 1;                    // grows when an instance needs it, and stays: the next one is alike
  struct Layouts;
  std::unique_ptr<Layouts> layouts_;
};

}  // namespace conclave
