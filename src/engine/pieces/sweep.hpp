// Explores all instances of a scenario on all cores, and adds up their results in an order that does
// not depend on the number of cores. check() calls it.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include "engine/merge/sum.hpp"
#include "engine/pieces/agenda.hpp"
#include "engine/pieces/ledger.hpp"
#include "engine/run/explorer.hpp"
#include "engine/run/task.hpp"
#include "engine/run/wire.hpp"
#include "scenario/order_classes.hpp"

namespace conclave {

// Thrown when orders are explored by classes, but the model calculates with identifiers. Then every order has
// to be explored.
struct NotComparisonBased {};

class Sweep {
 public:
  Sweep(const Scenario&, Limits&, const Effort&);
  ~Sweep();

  // Explores the instances and adds their results to the sum, which is of none. With a ledger, what this
  // knows is not explored, and what is explored is noted. Returns true if the sum is of every instance. If a
  // limit is reached, it is of those that were explored, and of what was seen of others. Throws
  // NotComparisonBased, NamesMatter; and ModelError, when the sum is of all instances before the one that
  // went wrong; and LedgerError, when it is of what is known so far.
  // On a wire, others help where orders are explored by classes, and with instances for which this process
  // has no room.
  bool run(const Task&, Sum&, Ledger* = nullptr, Wire* = nullptr);
  // Helps the process that leads, until this comes to the end of the sweep. `none` is a sum of the right
  // kind.
  void serve(const Task&, const Sum& none, Wire&);

  // Explores one instance, whole, with this thread.
  InstanceResult explore(const Instance&);

  // How everything was explored that is in the sums.
  Manner manner() const;
  // Did something come from a ledger?
  bool recalls() const { return recalls_; }

 private:
  bool run_all(const Task&, Sum&, Ledger*);
  bool run_orders(const Task&, Sum&, Ledger*);
  bool run_instances(const Task&, Sum&, Ledger*);
  struct Shared;
  void recall(Shared&);
  bool divide(Shared&, std::size_t shares);
  void work(Shared&, Explorer&);
  struct Helper;
  void dismiss_helpers();
  InstanceResult explore_together(const Instance&, const Task&);
  void lead(Shared&);
  void direct(Shared&);
  void deal(Shared&, std::vector<Helper>&);
  void hear(Shared&, std::vector<Helper>&, const Wire::Message&);
  void serve_piece(Shared&, const Json&, Wire&);
  void finish(Agenda::Piece&, Shared&, Explorer&);
  std::exception_ptr note(std::vector<std::uint64_t> took, Agenda::Piece&, const Manner&, double seconds,
                          Shared&);
  struct Order;
  void explore(Agenda::Piece&, Shared&, Explorer&);
  void explore(Order&, const OrderClasses::Region&, const Shared&, Explorer&);
  class OneByOne;
  class Notes;
  struct Attempt;
  template <class Add>
  void explore(std::vector<Attempt>&, const Task&, const Add& add);
  void work_on_threads(Shared&, std::size_t threads);
  Explorer& explorer(std::size_t thread);
  void release();

  const Scenario& scenario_;
  Limits& limits_;
  const Effort effort_;
  Manner recalled_;  // of what came from a ledger, or from other processes
  bool recalls_ = false;
  Wire* wire_ = nullptr;
  // One for each thread, made when the thread first needs it. Number 0 is also for the thread that calls.
  std::vector<std::unique_ptr<Explorer>> explorers_;
};

}  // namespace conclave
