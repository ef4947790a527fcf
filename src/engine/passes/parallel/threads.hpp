// Threads that do one piece of work together, and end with it.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "program/limits.hpp"

namespace conclave {

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
