// What the threads of a sweep share. Only the sources of Sweep need this.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "engine/passes/parallel/threads.hpp"
#include "engine/pieces/sweep.hpp"
#include "engine/run/explorer.hpp"
#include "machine/machine.hpp"
#include "program/limits.hpp"

namespace conclave {

// What the threads share that explore orders by classes.
struct Sweep::Shared {
  using Clock = std::chrono::steady_clock;

  Shared(const Scenario& scenario, const Task& what, const Sum& total, Ledger* known)
      : task(what), none(total.none()), ledger(known), classes(scenario), agenda(classes) {
    task.spare = &spare;
  }

  Task task;
  const std::unique_ptr<Sum> none;
  Ledger* const ledger;  // may be null
  OrderClasses classes;
  Agenda agenda;
  const Clock::time_point began = Clock::now();
  bool divides = false;   // A piece is one order, and nothing is noted.
  bool together = false;  // A piece is one order, and all processes explore it.

  // Who changes what follows, or the agenda, holds the mutex.
  std::mutex mutex;
  std::condition_variable changed;
  // One thread begins with the first regions, the others with the last ones, with which the first ones have
  // least in common.
  bool begun_first = false;
  std::atomic<int> idle{0};    // so many threads, here or in other processes, wait for work
  SpareThreads spare;          // those of them that are here
  std::exception_ptr failure;  // that ends everything, such as a reduction that the model does not allow
  bool is_ledgers = false;     // the failure
  std::vector<std::pair<Instance, InstanceResult>> begun;  // in which a limit was reached
  // The numbers of regions in which another process met an error. This one is to meet it, too.
  std::vector<std::uint64_t> troubled;

  // In a process that serves another one:
  bool serves = false;
  std::atomic<bool> hand_back{false};  // others need work
  Clock::time_point until = Clock::time_point::max();
  std::thread::id main = std::this_thread::get_id();
  std::function<void()> look_for_messages;  // The main thread calls it.

  bool is_over() const { return serves && (hand_back || Clock::now() > until); }
  void look() const {
    if (serves && std::this_thread::get_id() == main) look_for_messages();
  }
  void wait(std::unique_lock<std::mutex>& lock) {
    if (!serves) return changed.wait(lock);
    look();
    changed.wait_for(lock, std::chrono::milliseconds(1));
  }
  // How long a piece should be that is noted, or sent to another process: the longer the run, the longer.
  // What was not noted may have to be done again.
  Clock::duration slice() const {
    using namespace std::chrono_literals;
    const Clock::duration passed = Clock::now() - began;
    if (ledger != nullptr) return std::clamp<Clock::duration>(passed / 50, 50ms, 30s);
    return std::clamp<Clock::duration>(passed / 10, 100ms, 30s);
  }
};

inline Manner manner_of(const Explorer& explorer) {
  return {explorer.machine().coverage(), explorer.used_independence(),
          explorer.machine().steps().reduces_draws()};
}

}  // namespace conclave
