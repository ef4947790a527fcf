#include "program/contained.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include "program/interrupted.hpp"

#ifndef sigev_notify_thread_id  // glibc has it since 2.37
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace conclave {
namespace {

constexpr int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr int clock_signal = SIGVTALRM;
constexpr long tick = 20'000'000;  // nanoseconds of computing
constexpr long try_again_after = 1'000'000;
constexpr int ticks_of_patience = Contained::patience * (1'000'000'000 / tick);
constexpr long wall_tick = 50'000'000;
constexpr int ticks_of_waiting = Contained::patience * (1'000'000'000 / wall_tick);
constexpr int of_wall = 1;  // what a signal of the wall's clock carries
constexpr int exits = 0;    // stands for a signal
constexpr std::size_t page = 4096;
constexpr std::size_t pages_to_spare = 4096;
constexpr unsigned seconds_to_allocate = 10;

struct Addresses {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool has(std::uintptr_t address) const { return begin <= address && address < end; }
};

// What a thread is doing. The signal handlers read it.
struct Now {
  sigjmp_buf* leave = nullptr;  // null outside of contained calls
  const char* what = nullptr;
  std::string_view part;
  volatile unsigned begun = 0;  // counts the calls and their parts
  unsigned begun_at_tick = 0;
  int ticks = 0;             // since something has begun
  std::size_t resident = 0;  // the process's memory at the first of them
  unsigned begun_at_wall_tick = 0;
  int waited = 0;  // ticks of the wall's clock, since something has begun, at which it was waiting
  int signal = 0;
  // The assertion that failed, if it is one: condition, file and line.
  const char* condition = nullptr;
  const char* file = nullptr;
  unsigned line = 0;
  std::uintptr_t address = 0;
  Addresses end_of_stack;  // what a stack touches that overflows
  timer_t clock{};
  timer_t wall_clock{};
  bool has_clock = false, has_wall_clock = false;
  bool ready = false;
};
constinit thread_local Now now;

std::atomic<const char*> faulty = nullptr;  // what went wrong first

// The program's own code, and functions of libraries that hold no lock but take long for much memory.
std::array<Addresses, 4> left_safely;

std::atomic<const std::string*> kept = nullptr;

void write_whole(int file, const char* text, std::size_t left) {
  while (left > 0) {
    const ssize_t written = write(file, text, left);
    if (written <= 0) return;
    text += written;
    left -= static_cast<std::size_t>(written);
  }
}

[[noreturn]] void say_last_words(int) {
  if (const std::string* text = kept.exchange(nullptr))
    write_whole(STDOUT_FILENO, text->data(), text->size());
  for (const char* part : {"conclave: the model went wrong: ", faulty.load(),
                           " has damaged the memory of the checker, which cannot go on\n"})
    write_whole(STDERR_FILENO, part, std::strlen(part));
  _exit(2);
}

[[noreturn]] void leave(int signal) {
  now.signal = signal;
  sigjmp_buf* const to = now.leave;
  now.leave = nullptr;  // a clock that has waited ticks now
  sigset_t clocks;
  sigemptyset(&clocks);
  sigaddset(&clocks, clock_signal);
  pthread_sigmask(SIG_UNBLOCK, &clocks, nullptr);
  siglongjmp(*to, 1);
}

void on_fault(int signal, siginfo_t* info, void*) {
  now.condition = nullptr;
  now.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (now.leave != nullptr) leave(signal);
  if (faulty != nullptr) say_last_words(signal);
  std::signal(signal, SIG_DFL);  // the instruction that is at fault comes once more
}

// Of the whole process. Nothing is called here that a signal must not call.
std::size_t resident_pages() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> text{};
  const bool known = read(file, text.data(), text.size() - 1) > 0;
  close(file);
  const char* second = known ? std::strchr(text.data(), ' ') : nullptr;
  std::size_t pages = 0;
  for (const char* at = second == nullptr ? "" : second + 1; '0' <= *at && *at <= '9'; ++at)
    pages = 10 * pages + static_cast<std::size_t>(*at - '0');
  return pages;
}

bool at_limit() {
  const Limits* const limits = LimitsInForce::get();
  return limits != nullptr && limits->reason() != StopReason::none;
}

// A thread that waits does not compute, so the other clock does not tick.
void on_wall_tick(const void* context) {
  if (now.begun_at_wall_tick != now.begun) now.waited = 0;
  now.begun_at_wall_tick = now.begun;
  if (!is_waiting(context)) return;
  ++now.waited;
  if (now.waited >= ticks_of_waiting || (now.waited > 1 && at_limit())) leave(clock_signal);
}

void on_cpu_tick(const void* context) {
  if (now.begun_at_tick != now.begun) {
    now.begun_at_tick = now.begun;
    now.ticks = 0;
    return;
  }
  ++now.ticks;
  Limits* const limits = LimitsInForce::get();
  const std::size_t resident = resident_pages();
  if (now.ticks == 1) now.resident = resident;
  if (limits != nullptr && resident > now.resident + limits->memory() / page + pages_to_spare)
    limits->stop(StopReason::memory);
  if (!at_limit() && now.ticks < ticks_of_patience) return;
  const auto at = counter(context);
  if (std::ranges::any_of(left_safely, [&](const Addresses& range) { return range.has(at); }))
    leave(clock_signal);
  const itimerspec soon{.it_interval = {0, tick}, .it_value = {0, try_again_after}};
  timer_settime(now.clock, 0, &soon, nullptr);
}

void on_tick(int, siginfo_t* info, void* context) {
  if (now.leave == nullptr) return;
  if (info->si_value.sival_int == of_wall)
    on_wall_tick(context);
  else
    on_cpu_tick(context);
}

int note_code_of_program(dl_phdr_info* info, std::size_t, void*) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    left_safely[0] = {begin, begin + segment.p_memsz};
  }
  return 1;  // the program is the first of all objects
}

void start_clocks() {  // without one, loops are not noticed; all else is
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = clock_signal;
  event.sigev_notify_thread_id = static_cast<pid_t>(syscall(SYS_gettid));
  now.has_clock = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &now.clock) == 0;
  const itimerspec every{{0, tick}, {0, tick}};
  if (now.has_clock) timer_settime(now.clock, 0, &every, nullptr);
  event.sigev_value.sival_int = of_wall;
  now.has_wall_clock = timer_create(CLOCK_MONOTONIC, &event, &now.wall_clock) == 0;
  const itimerspec seldom{.it_interval = {0, wall_tick}, .it_value = {0, wall_tick}};
  if (now.has_wall_clock) timer_settime(now.wall_clock, 0, &seldom, nullptr);
}

// A process inherits no clocks.
void after_fork() {
  if (now.ready) start_clocks();
}

bool install() {
  pthread_atfork(nullptr, nullptr, after_fork);
  dl_iterate_phdr(note_code_of_program, nullptr);
  // Their code is shorter than a page, whichever variant the processor has.
  constexpr std::uintptr_t longest = 4096;
  std::size_t at = 1;
  for (const char* function : {"memset", "memcpy", "memmove"}) {
    const auto begin = reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, function));
    left_safely[at++] = {begin, begin + longest};
  }
  struct sigaction action {};
  // No clock interrupts what hears a signal: it would find the thread in the program's code, and leave what
  // the first signal has interrupted.
  sigaddset(&action.sa_mask, clock_signal);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  action.sa_sigaction = on_fault;
  for (const int signal : faults) sigaction(signal, &action, nullptr);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  action.sa_sigaction = on_tick;
  sigaction(clock_signal, &action, nullptr);
  return true;
}

// A thread's stack for signals, and its clock.
class Ready {
 public:
  Ready() {
    [[maybe_unused]] static const bool installed = install();
    room_ = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room_ == MAP_FAILED) throw std::bad_alloc();
    const stack_t own{.ss_sp = room_, .ss_flags = 0, .ss_size = size};
    sigaltstack(&own, nullptr);
    note_end_of_stack();
    start_clocks();
    now.ready = true;
  }
  Ready(const Ready&) = delete;
  Ready& operator=(const Ready&) = delete;
  ~Ready() {
    now.ready = false;
    if (now.has_clock) timer_delete(now.clock);
    if (now.has_wall_clock) timer_delete(now.wall_clock);
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    sigaltstack(&none, nullptr);
    munmap(room_, size);
  }

 private:
  static constexpr std::size_t size = 1 << 16;

  // A function's frame may be larger than the guard page below the stack.
  static void note_end_of_stack() {
    constexpr std::uintptr_t beyond = 1 << 20;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* lowest = nullptr;
    std::size_t bytes = 0;
    pthread_attr_getstack(&attributes, &lowest, &bytes);
    pthread_attr_destroy(&attributes);
    const auto end = reinterpret_cast<std::uintptr_t>(lowest);
    now.end_of_stack = {end - std::min(end, beyond), end + (1 << 16)};
  }

  void* room_ = nullptr;
};

void prepare() { thread_local const Ready ready; }

std::string how(int signal) {
  switch (signal) {
    case exits:
      return "it ends the program, as std::exit does: throw an exception instead";
    case SIGSEGV:
    case SIGBUS:
      return now.end_of_stack.has(now.address)
                 ? "it needs more stack than there is: does it recurse without end?"
                 : "it reads or writes memory that is not its own: is an index out of bounds, or a pointer "
                   "or an iterator invalid?";
    case SIGFPE:
      return "it divides by zero";
    case SIGABRT:
      if (now.condition != nullptr)
        return "the assertion `" + std::string(now.condition) + "` fails, " + now.file + ":" +
               std::to_string(now.line);
      return "it gives up (abort): was memory written that is not its own, or given back twice?";
    case SIGILL:
      return "it does what C++ leaves undefined: is an index out of bounds, does a number overflow, or "
             "does a function end without a `return`?";
    default:
      if (now.waited >= ticks_of_waiting)
        return "it has waited for " + std::to_string(Contained::patience) +
               " seconds: for a lock, for input, or asleep?";
      return "it has computed for " + std::to_string(Contained::patience) +
             " seconds: does it loop without end?";
  }
}

// The call may have left the heap damaged, or locked for ever. Then this ends the process, and says why.
void try_heap() {
  const auto before = std::signal(SIGALRM, say_last_words);
  alarm(seconds_to_allocate);
  for (const std::size_t size : {std::size_t{5'000}, std::size_t{100'000}}) {
    void* volatile block = std::malloc(size);
    std::free(block);
  }
  alarm(0);
  std::signal(SIGALRM, before);
}

// Ends the containment however the call ends.
class Armed {
 public:
  Armed(const char* what, sigjmp_buf& leave) : outer_(now.leave) {
    now.what = what;
    now.part = {};
    now.begun = now.begun + 1;
    now.leave = &leave;
  }
  Armed(const Armed&) = delete;
  Armed& operator=(const Armed&) = delete;
  ~Armed() { now.leave = outer_; }

 private:
  sigjmp_buf* const outer_;
};

}  // namespace

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
bool Contained::works() { return false; }
#else
bool Contained::works() { return true; }
#endif

void Contained::keep(const std::string& text) {
  const auto* const before = kept.exchange(new std::string(text));
  delete before;
}

void Contained::fail_assertion(const char* condition, const char* file, unsigned line) {
  if (now.leave == nullptr) return;
  now.condition = condition;
  now.file = file;
  now.line = line;
  leave(SIGABRT);
}

void Contained::end_program() {
  if (now.leave != nullptr) leave(exits);
}

bool Contained::in_call() { return now.leave != nullptr; }

void Contained::begin_part(std::string_view part) {
  now.part = part;
  now.begun = now.begun + 1;
}

void Contained::run_erased(const char* what, const void* call, void (*erased)(const void*)) {
  if (!works()) return erased(call);
  if (!now.ready) prepare();
  sigjmp_buf* const outer = now.leave;
  sigjmp_buf here;
  if (sigsetjmp(here, 0) == 0) {
    const Armed armed(what, here);
    erased(call);
    return;
  }
  now.leave = outer;
  const Limits* limits = LimitsInForce::get();
  if (now.signal == clock_signal && limits != nullptr && limits->reason() != StopReason::none)
    throw Limit{limits->reason()};
  const char* none = nullptr;
  faulty.compare_exchange_strong(none, now.what);
  try_heap();
  throw Fault{how(now.signal), now.part};
}

}  // namespace conclave
