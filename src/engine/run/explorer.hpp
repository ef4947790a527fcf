// Explores one instance after the other: chooses the pass, and the layout of configurations that it needs.
// Each thread of a Sweep has one; tests, traces and the command `explore` have one of their own. The passes
// are explained in passes/passes.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/run/task.hpp"
#include "engine/run/wire.hpp"
#include "machine/async_steps.hpp"
#include "machine/provisos.hpp"
#include "program/json.hpp"
#include "scenario/instances.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// Thrown by an exploration of an instance that has no room in the memory of this process.
struct TooLarge {};

class FastExploration;
class GraphExploration;
struct SizedParts;
struct Widths;
class Machine;
struct Wanted;

// It keeps what instances share: memoised outcomes of handlers, learned widths, and the passes with their
// memory. The scenario and the limits must outlive it.
class Explorer {
 public:
  Explorer(const Scenario&, Limits&, const Provisos& = {}, std::optional<Room> = {});
  ~Explorer();

  // Explores an instance. The result is exact, unless `stopped` says that a limit was reached. Throws
  // ModelError; TooLarge, if there is no room and others may help.
  InstanceResult explore(const Instance&, const Task& = {});
  // The same with the other processes on the wire, which help. It needs the main thread.
  InstanceResult explore_together(const Instance&, const Task&, Wire&);
  // Helps the process that leads with the instance of which this message of it tells.
  void help(const Json& call, Wire&);
  // Gives back the memory that earlier instances took.
  void release();

  // The same for orders of identifiers on one topology, one after the other, so that what was found out under
  // earlier orders is used again (ClassPass). This is for scenarios to which OrderClasses applies. The
  // counts, and the facts that were asked, are those of explore().
  struct Order {
    InstanceResult result;
    std::vector<std::pair<int, int>> asked;
  };
  bool shares_orders(const Task&) const;
  // Returns nothing if explore() has to explore this order.
  std::optional<Order> explore_order(const Instance&, const Task& = {});

  const Machine& machine() const { return *machine_; }
  // Was independence made use of?
  bool used_independence() const { return used_independence_; }

 private:
  struct Layouts;
  bool by_independence(std::size_t topology);
  using Effort = AsyncSteps::Effort;
  Effort effort_for(std::size_t topology);
  bool is_small(const Instance&, std::uint64_t most);
  bool explore_fast(const Instance&, const Task&, InstanceResult&);
  void note_lengths(const InstanceResult&, bool reduced);
  bool explore_in_parts(const Instance&, bool independent, InstanceResult&);
  using MakeParts = std::function<SizedParts(std::size_t words, bool by_independence, Widths&)>;
  bool explore_parts(const Instance&, bool independent, const MakeParts&, InstanceResult&);
  void tell_limit(const InstanceResult&) const;
  InstanceResult explore_stored(const Instance&, const Task&, bool is_divisible, InstanceResult& before);
  void find_near(PropertySet violated, Violations& known, std::uint64_t most = 1 << 15);
  void find_near(InstanceResult&);
  Violations near(const Wanted&);
  static Wanted wanted_after(const InstanceResult&, bool reduced, const Task&, PropertySet of);
  void find_shortest(const Instance&, Wanted&, bool reduced, FastExploration*&, InstanceResult&);
  bool find_lengths(const Instance&, std::optional<std::uint64_t> most, FastExploration*&, InstanceResult&);
  void find_unknown(const Instance&, const Task&, Wanted&, bool& reduced, FastExploration*&, InstanceResult&);
  StopReason try_again(const Instance&, bool by_independence, std::uint64_t most, FastExploration*&);
  bool run_again(const Instance&, bool by_independence, std::uint64_t most, FastExploration*&);
  using GraphWork = std::function<InstanceResult(GraphExploration&)>;
  InstanceResult on_graph(Layouts&, Limits&, const GraphWork&);
  std::optional<Order> explore_loaded(const Instance&, bool independent, std::uint64_t large);
  void begin();

  std::unique_ptr<Machine> machine_;
  Limits& limits_;
  const std::optional<Room> room_;
  std::vector<std::int32_t> ranks_;      // by identifier: its rank in the order in force
  bool holds_orders_ = false;            // the machine holds an instance that explore_order() can use again
  std::optional<std::size_t> unshared_;  // the topology on which orders are not explored together
  bool begun_ = false;                   // with the first instance
  std::size_t orders_shared_ = 0;        // so many orders explore_order() has explored
  std::size_t orders_left_ = 0;          // so many it has left to explore()
  bool used_independence_ = false;
  // By property: how long the shortest execution is that violates it, among all instances of which no more
  // than lengths were wanted. Where it is longer in another instance, nobody asks how long.
  Lengths least_so_far_;
  std::map<std::size_t, Effort> efforts_;  // by topology: to find steps that commute
  // By topology where violations were not near: does it take less to explore an instance once more, without
  // independence, than to look among all its configurations? It does where independence leaves out little,
  // and is taken to do so until this was tried.
  std::map<std::size_t, bool> unreduced_pays_;
  std::unique_ptr<Layouts> layouts_;
};

}  // namespace conclave
