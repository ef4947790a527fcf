// The limits of a run: memory in bytes, the steps of an execution, time, and the user's patience (Ctrl-C).
// There is one object for all threads. Whoever takes memory charges it here, and every exploration calls
// tick() for each configuration that it expands; whatever else takes long or takes much calls poll() or
// charge() on the way. Whoever wants the run to end calls stop(). They stand as far up as this because one
// call of a handler may have millions of outcomes, and one configuration millions of rounds.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace conclave {

// Why not all was explored.
enum class StopReason {
  none,
  memory,         // the limit of the run
  system_memory,  // the system gave no more
  time,
  depth,  // an execution has more steps than the limit allows
  interrupted,
  disk,     // there can be no more temporary files, because the disk is full or for another reason
  missing,  // what others explored is not there
  error,    // none of the limits: the model went wrong
};

// A number that took many values until a limit was reached, and the least and the greatest of these. It
// may be one in local states or in messages, as in "State::clock.time"; the length of a list or of a text, as
// in "the length of State::log"; or how many messages a channel holds.
struct Growth {
  std::string what;
  std::int64_t least;
  std::int64_t most;
};

// Thrown out of an exploration that a limit ends. Where the limit is `depth`, the other explorations go on at
// first: Explorer looks for violations near the beginning of that instance, and calls stop() afterwards.
struct LimitReached {
  StopReason reason;
};

class Limits {
 public:
  explicit Limits(std::size_t memory_bytes, std::optional<std::size_t> depth = {})
      : memory_(memory_bytes), depth_(depth) {}

  std::size_t memory() const { return memory_; }
  // So many steps an execution may have; in lock step a round is a step. A depth-first search would follow an
  // execution without end until the memory is full. Rounds may be many, because in most of them nothing
  // happens.
  std::size_t depth(bool lock_step) const { return depth_.value_or(lock_step ? 100'000 : 10'000); }
  std::size_t left() const {
    const std::ptrdiff_t used = used_.load(std::memory_order_relaxed);
    return memory_ - std::min(memory_, static_cast<std::size_t>(std::max<std::ptrdiff_t>(used, 0)));
  }
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
  // Says in which call of the model the run ended, if it was in one. The first one stays.
  void stopped_inside(const std::string& call) {
    const std::lock_guard lock(mutex_);
    if (inside_.empty()) inside_ = call;
  }
  std::string inside() const {
    const std::lock_guard lock(mutex_);
    return inside_;
  }
  // Says which numbers grew in an instance that a limit has ended. What is said first of any stays.
  void grew(std::vector<Growth> all) {
    const std::lock_guard lock(mutex_);
    if (growth_.empty()) growth_ = std::move(all);
  }
  std::vector<Growth> growth() const {
    const std::lock_guard lock(mutex_);
    return growth_;
  }
  // Says why an instance that has no room in memory cannot be on disk, either. The last reason stays.
  void cannot_divide(const std::string& why) {
    const std::lock_guard lock(mutex_);
    undivided_ = why;
  }
  std::string undivided() const {
    const std::lock_guard lock(mutex_);
    return undivided_;
  }
  // The system gave no memory, although the limit allows it. That is a limit like the others.
  StopReason out_of_memory() {
    stop(StopReason::system_memory);
    return reason();
  }
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
  // So many instances had no room in memory, and were explored in parts on disk; or by several processes
  // together, which sent each other so many bytes.
  std::atomic<std::uint64_t> on_disk{0};
  std::atomic<std::uint64_t> by_all{0};
  std::atomic<std::uint64_t> bytes_sent{0};

 private:
  const std::size_t memory_;
  const std::optional<std::size_t> depth_;
  std::atomic<std::ptrdiff_t> used_{0};
  std::atomic<StopReason> reason_{StopReason::none};
  mutable std::mutex mutex_;
  std::string inside_;
  std::string undivided_;
  std::vector<Growth> growth_;
};

// Accounts for some bytes as long as this object lives.
class Charge {
 public:
  Charge(Limits& limits, std::ptrdiff_t bytes) : Charge(&limits) { add(bytes); }
  // Without limits nothing is accounted for.
  explicit Charge(Limits* limits) : limits_(limits) {}
  // Accounts for nothing yet, to the same limits.
  explicit Charge(const Charge& other) : Charge(other.limits_) {}
  Charge& operator=(const Charge&) = delete;
  ~Charge() { clear(); }

  // Accounts for some more bytes, or for some less if negative. Limits hear of them when they are a page or
  // more. Throws LimitReached.
  void add(std::ptrdiff_t bytes) {
    constexpr std::ptrdiff_t page = 1 << 14;
    unheard_ += bytes;
    if (limits_ == nullptr || (-page < unheard_ && unheard_ < page)) return;
    limits_->charge(unheard_);
    heard_ += unheard_;
    unheard_ = 0;
  }
  void clear() {
    if (heard_ != 0) limits_->charge(-heard_);
    heard_ = unheard_ = 0;
  }

 private:
  Limits* limits_;
  std::ptrdiff_t heard_ = 0;
  std::ptrdiff_t unheard_ = 0;
};

// The limits that hold, on this thread, for the call of a handler that is going on, and for handing out
// instances.
class LimitsInForce {
 public:
  explicit LimitsInForce(Limits* limits) : before_(in_force_) { in_force_ = limits; }
  LimitsInForce(const LimitsInForce&) = delete;
  LimitsInForce& operator=(const LimitsInForce&) = delete;
  ~LimitsInForce() { in_force_ = before_; }

  static Limits* get() { return in_force_; }  // null if there are none

 private:
  Limits* before_;
  static inline thread_local Limits* in_force_ = nullptr;
};

}  // namespace conclave
