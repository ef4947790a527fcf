// Threads that do one piece of work together, and end with it; and threads that have nothing to do.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "program/limits.hpp"

namespace conclave {

// How many threads have nothing to do. Somebody who has a large piece of work may have it done by so many
// more threads of its own.
class SpareThreads {
 public:
  explicit SpareThreads(int count = 0) : count_(count) {}

  bool any() const { return count_ > 0; }
  // So many more threads have nothing to do; or fewer, if `count` is negative.
  void add(int count) { count_ += count; }
  // Nobody else may count on them until they are added again.
  int take_all() {
    int count = count_;
    while (count > 0 && !count_.compare_exchange_weak(count, 0)) {
    }
    return std::max(count, 0);
  }

 private:
  std::atomic<int> count_;
};

// The spare threads whose place others take, as long as this object lives.
class Helpers {
 public:
  explicit Helpers(SpareThreads* from) : from_(from) {}  // null if there is never any
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  ~Helpers() { dismiss(); }

  int count() const { return count_; }
  void call() { count_ += from_->take_all(); }
  void dismiss() {
    if (count_ > 0) from_->add(std::exchange(count_, 0));
  }

 private:
  SpareThreads* const from_;
  int count_ = 0;
};

// Calls work(0) on the calling thread, and work(1) to work(count - 1) each on a thread of its own, with the
// limits in force. Returns when all calls have; then throws what the first of them that failed has thrown.
// Where the system gives fewer threads, the calls for the last numbers are left out: so the work must be such
// that one thread would do all of it.
template <class Work>
void on_threads(Limits& limits, std::size_t count, const Work& work) {
  std::mutex mutex;
  std::exception_ptr error;
  const auto call = [&](std::size_t i) {
    try {
      const LimitsInForce in_force(&limits);
      work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t i = 1; i < count; ++i) others.emplace_back(call, i);
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    call(0);
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace conclave
