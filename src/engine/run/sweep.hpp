// Explores all instances of a scenario on all cores (oneTBB), and hands out their results in an order that
// does not depend on the number of cores. check() calls it.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include "engine/run/explorer.hpp"
#include "engine/run/task.hpp"
#include "machine/coverage.hpp"
#include "scenario/order_classes.hpp"

namespace conclave {

// Thrown when orders are explored by classes, but the model calculates with identifiers. Then every order has
// to be explored.
struct NotComparisonBased {};

class Sweep {
 public:
  Sweep(const Scenario&, Limits&, const Effort&);
  ~Sweep();

  // A function that takes the results one by one. It returns false if nothing after this instance counts.
  using Merging = std::function<bool(const Instance&, InstanceResult&)>;
  // Explores the instances. Returns true if every instance was merged. Throws NotComparisonBased,
  // NamesMatter; and ModelError, after it has merged all that comes before.
  bool run(const Task&, const Merging&);

  // Explores one instance, whole, with this thread.
  InstanceResult explore(const Instance&);

  Coverage coverage() const;
  bool used_independence() const;
  bool used_draws() const;

 private:
  // A unit is what one thread does at a stretch. It is one instance; or all cases of one order, which stands
  // for its class; or, where orders share what is known, up to most_orders orders of some regions. How the
  // work is divided into units does not depend on the number of threads.
  static constexpr std::size_t shared_units = 32;
  struct Unit {
    std::vector<OrderClasses::Region> regions;
    std::size_t most_orders = 1;
    std::vector<Instance> instances;
    // As many as instances, or fewer if a limit or a violation ended the unit.
    std::vector<InstanceResult> results;
    std::exception_ptr error;  // a ModelError that ended the unit
    std::vector<OrderClasses::Region> left;
  };
  class Source;

  bool run_all(const Task&, const Merging&);
  void explore(std::vector<Unit>& units, const Task&, const OrderClasses&);
  void explore(Unit&, const Task&, const OrderClasses&);
  void explore_orders(Explorer&, Unit&, const Task&, const OrderClasses&);

  const Scenario& scenario_;
  Limits& limits_;
  const Effort effort_;
  struct Threads;  // oneTBB stays out of the headers
  const std::unique_ptr<Threads> threads_;
};

}  // namespace conclave
