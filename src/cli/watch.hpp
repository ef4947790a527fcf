// Watches a run from a thread of its own: memory, time, Ctrl-C, and the progress line.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>

#include "engine/storage/limits.hpp"
#include "report/terminal.hpp"

namespace conclave {

std::size_t resident_bytes();
std::size_t peak_resident_bytes();
std::size_t physical_bytes();

// From now on the first Ctrl-C (or SIGTERM) ends runs politely; a second one ends the program.
void catch_interrupts();

class Watch {
 public:
  // seconds: 0 for no limit. memory: of the whole process, in bytes.
  Watch(Limits&, std::size_t memory, double seconds, bool progress, const Terminal&);
  ~Watch();

  void now_exploring(int processes) { processes_ = processes; }
  double seconds() const;

 private:
  void run(std::stop_token);

  Limits& limits_;
  std::size_t memory_;
  double time_limit_;
  bool progress_;
  Terminal terminal_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::atomic<int> processes_{0};
  std::jthread thread_;
};

}  // namespace conclave
