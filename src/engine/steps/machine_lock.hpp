// Held while the machine is asked. Where several threads share the machine, it lets them in one after the
// other.
#pragma once

#include <mutex>

namespace conclave {

class MachineLock {
 public:
  // `shared` is null where there is only one thread.
  explicit MachineLock(std::mutex* shared) {
    if (shared == nullptr) return;
    // Most questions are answered in less time than a thread takes to fall asleep and to wake up.
    constexpr int attempts = 1000;
    for (int i = 0; i < attempts && !lock_; ++i) {
#if defined(__x86_64__)
      if (i > 0) __builtin_ia32_pause();
#endif
      lock_ = std::unique_lock(*shared, std::try_to_lock);
    }
    if (!lock_) lock_ = std::unique_lock(*shared);
  }

 private:
  std::unique_lock<std::mutex> lock_;
};

}  // namespace conclave
