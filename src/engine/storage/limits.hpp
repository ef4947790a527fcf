// The limits of a run: memory in bytes, time, and the user's patience (Ctrl-C). There is one object for all
// threads. Whoever takes memory charges it here, and every exploration calls tick() for each configuration
// that it expands; whoever wants the run to end calls stop().
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
  // Is more than `percent` percent of the memory in use?
  bool is_used_beyond(int percent) const {
    return 100 * used_.load(std::memory_order_relaxed) > percent * static_cast<std::ptrdiff_t>(memory_);
  }

  // Accounts for memory that is about to be taken, or was given back if `bytes` is negative. Throws
  // LimitReached if it would be too much.
  void charge(std::ptrdiff_t bytes) {
    const auto now = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (bytes > 0 && now > static_cast<std::ptrdiff_t>(memory_)) {
      used_.fetch_sub(bytes, std::memory_order_relaxed);
      stop(StopReason::memory);
      throw LimitReached{StopReason::memory};
    }
  }

  // Asks every exploration to end. The first reason stays. Any thread may call this.
  void stop(StopReason reason) {
    StopReason none = StopReason::none;
    reason_.compare_exchange_strong(none, reason);
  }
  StopReason reason() const { return reason_.load(std::memory_order_relaxed); }
  void poll() const {
    if (reason() != StopReason::none) throw LimitReached{reason()};
  }

  // Every exploration calls this once for each configuration that it expands.
  [[gnu::always_inline]] inline void tick() {
    thread_local unsigned calls = 0;
    if ((++calls & 1023U) != 0) return;
    tick(1024);
  }
  // The same for `expanded` configurations at once.
  void tick(std::uint64_t expanded) {
    states.fetch_add(expanded, std::memory_order_relaxed);
    poll();
  }

  // What all explorations have done so far, roughly. Progress is printed from these.
  std::atomic<std::uint64_t> states{0};
  std::atomic<std::uint64_t> instances{0};

 private:
  std::size_t memory_;
  std::atomic<std::ptrdiff_t> used_{0};
  std::atomic<StopReason> reason_{StopReason::none};
};

// Accounts for some bytes as long as this object lives.
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
