// The limits of a run: memory, time, and the user's patience (Ctrl-C). One object for all threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace conclave {

enum class StopReason { none, memory, time, interrupted };

// Thrown out of an exploration that a limit ends.
struct LimitReached {
  StopReason reason;
};

class Limits {
 public:
  explicit Limits(std::size_t memory_bytes) : memory_(memory_bytes) {}

  std::size_t memory() const { return memory_; }
  // More than so many hundredths of the memory?
  bool is_used_beyond(int percent) const {
    return 100 * used_.load(std::memory_order_relaxed) > percent * static_cast<std::ptrdiff_t>(memory_);
  }

  // Accounts for memory that is about to be taken (or given back). Throws LimitReached where it would be too
  // much.
  void charge(std::ptrdiff_t bytes) {
    const auto now = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (bytes > 0 && now > static_cast<std::ptrdiff_t>(memory_)) {
      used_.fetch_sub(bytes, std::memory_order_relaxed);
      stop(StopReason::memory);
      throw LimitReached{StopReason::memory};
    }
  }

  // Asks every exploration to end; the first reason stays. Safe from any thread.
  void stop(StopReason reason) {
    StopReason none = StopReason::none;
    reason_.compare_exchange_strong(none, reason);
  }
  StopReason reason() const { return reason_.load(std::memory_order_relaxed); }
  void poll() const {
    if (reason() != StopReason::none) throw LimitReached{reason()};
  }

  // Called for every configuration expanded.
  void tick() {
    thread_local unsigned calls = 0;
    if ((++calls & 1023U) != 0) return;
    tick(1024);
  }
  // Or for so many of them.
  void tick(std::uint64_t expanded) {
    states.fetch_add(expanded, std::memory_order_relaxed);
    poll();
  }

  // For progress: what all explorations have expanded so far, roughly.
  std::atomic<std::uint64_t> states{0};
  std::atomic<std::uint64_t> instances{0};

 private:
  std::size_t memory_;
  std::atomic<std::ptrdiff_t> used_{0};
  std::atomic<StopReason> reason_{StopReason::none};
};

// Memory that is accounted for as long as this lives.
class Charge {
 public:
  Charge(Limits& limits, std::ptrdiff_t bytes) : limits_(limits), bytes_(bytes) { limits_.charge(bytes_); }
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;
  ~Charge() { limits_.charge(-bytes_); }

 private:
  Limits& limits_;
  std::ptrdiff_t bytes_;
};

}  // namespace conclave
