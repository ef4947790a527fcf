#include "cli/watch.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <string>
#include <utility>

#include "report/progress.hpp"

namespace conclave {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void on_signal(int) { interrupted = 1; }

}  // namespace

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t pages = 0;
  std::size_t resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t peak_resident_bytes() {
  std::ifstream status(
      "/proc/self/status");  // getrusage() may also tell of the process that started this one
  for (std::string word; status >> word;) {
    std::size_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

std::size_t physical_bytes() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    // What whoever started this has it ignore, as `nohup` does, stays ignored.
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    struct sigaction polite {};
    polite.sa_handler = on_signal;
    polite.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(signal, &polite, nullptr);
  }
}

Watch::Watch(Limits& limits, std::size_t memory, double seconds, bool progress, const Terminal& terminal)
    : limits_(limits), memory_(memory), time_limit_(seconds), progress_(progress), terminal_(terminal) {
  start();
}

Watch::~Watch() { stop(); }

double Watch::seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

void Watch::look() {
  if (interrupted != 0) limits_.stop(StopReason::interrupted);
  if (time_limit_ > 0 && seconds() >= time_limit_) limits_.stop(StopReason::time);
  if (resident_bytes() <= memory_) return;
  malloc_trim(0);  // what the heap keeps is not in use
  if (resident_bytes() > memory_) limits_.stop(StopReason::memory);
}

void Watch::run(std::stop_token stop) {
  using namespace std::chrono_literals;
  bool shown = false;
  std::uint64_t states_then = 0;
  double then = 0;
  double rate = 0;
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any asked_to_stop;
  while (!asked_to_stop.wait_for(lock, stop, 20ms, [&] { return stop.stop_requested(); })) {
    look();
    // A short run has nothing to show.
    if (!progress_ || seconds() < 0.5 || seconds() - then < (terminal_.is_terminal ? 0.2 : 10)) continue;
    const std::uint64_t states = limits_.states.load();
    rate = static_cast<double>(states - states_then) / (seconds() - then);
    states_then = states;
    then = seconds();
    const Progress progress{
        processes_, limits_.instances.load(), states, rate, resident_bytes(), memory_, seconds(), [&] {
          const std::lock_guard doing(doing_mutex_);
          return doing_;
        }()};
    const std::string line = describe(progress, terminal_);
    fmt::print(stderr, "{}{}{}", terminal_.is_terminal ? "\r\033[K" : "", line,
               terminal_.is_terminal ? "" : "\n");
    std::fflush(stderr);
    shown = true;
  }
  if (shown && terminal_.is_terminal) {
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
  }
}

}  // namespace conclave
