// Explores the instances of a scenario on all cores and hands them out in an order that does not depend on
// how many those are.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/run/explorer.hpp"
#include "machine/provisos.hpp"
#include "scenario/order_classes.hpp"

namespace conclave {

// How a run goes about it.
struct Effort {
  int threads = 1;
  bool keep_going = false;  // do not leave out what comes after the first instance that violates a property
  // Time is looked for if there are at most so many configurations.
  std::uint64_t time_up_to = 0;
  Provisos provisos{};  // all on but in tests
};

// Thrown where orders were to be explored by classes, but a model calculated with identifiers.
struct NotComparisonBased {};

class Sweep {
 public:
  Sweep(const Scenario&, Limits&, const Effort&);
  ~Sweep();

  // Takes the results one by one; returns false if nothing after this instance counts.
  using Merging = std::function<bool(const Instance&, InstanceResult&)>;
  // True: every instance was merged. Throws ModelError, NotComparisonBased.
  bool run(const Task&, const Merging&);

  Coverage coverage() const;
  bool used_independence() const;

 private:
  // What one thread does at a stretch: an instance; an order with all its cases, for its class; or, where
  // orders share what is known, those of some regions, up to so many. How it is divided into units does not
  // depend on threads.
  static constexpr std::size_t shared_units = 32;
  struct Unit {
    std::vector<OrderClasses::Region> regions;
    std::size_t most_orders = 1;
    std::vector<Instance> instances;
    std::vector<InstanceResult> results;  // as many, or fewer where a limit or a violation ended it
    std::vector<OrderClasses::Region> left;
  };
  class Source;

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
