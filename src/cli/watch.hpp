// Watches a run from a thread of its own: it asks the run to end when memory, time or the user's patience
// (Ctrl-C) is used up, and shows the progress line.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "program/limits.hpp"
#include "report/terminal.hpp"

namespace conclave {

std::size_t resident_bytes();
std::size_t peak_resident_bytes();
std::size_t physical_bytes();

// From now on the first Ctrl-C (or SIGTERM, or SIGHUP) ends runs politely; a second one ends the program.
void catch_interrupts();

class Watch {
 public:
  // The limit on memory is in bytes, of the whole process; 0 seconds are no limit.
  Watch(Limits&, std::size_t memory, double seconds, bool progress, const Terminal&);
  ~Watch();

  void now_exploring(int processes) { processes_ = processes; }
  // What the progress line says from now on, in place of how far a check is.
  void now_doing(std::string what) {
    const std::lock_guard lock(doing_mutex_);
    doing_ = std::move(what);
  }
  double seconds() const;

  // Calls a function while the process has no other thread, because it is to fork. It has to look by itself.
  template <class F>
  auto alone(const F& function) {
    const Pause pause(*this);
    return function();
  }
  // Calls a function that is no part of the time that is limited.
  template <class F>
  void aside(const F& function) {
    const Pause pause(*this);
    const Clock::time_point before = Clock::now();
    function();
    began_ += Clock::now() - before;
  }
  void look();  // Is a limit reached?

 private:
  using Clock = std::chrono::steady_clock;
  // While it lives nobody watches.
  struct Pause {
    explicit Pause(Watch& watch) : of(watch) { of.stop(); }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;
    ~Pause() { of.start(); }
    Watch& of;
  };

  void start() {
    thread_ = std::jthread([this](std::stop_token stop) { run(std::move(stop)); });
  }
  void stop() {
    thread_.request_stop();
    thread_.join();
  }
  void run(std::stop_token);

  Limits& limits_;
  std::size_t memory_;
  double time_limit_;
  bool progress_;
  Terminal terminal_;
  Clock::time_point began_ = Clock::now();
  std::atomic<int> processes_{0};
  std::mutex doing_mutex_;
  std::string doing_;
  std::jthread thread_;
};

}  // namespace conclave
