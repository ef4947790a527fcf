// Where a thread was when a signal came: `context` is what the signal's handler was given.
#pragma once

#include <ucontext.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace conclave {

// The address of the next instruction.
inline std::uintptr_t counter(const void* context) {
  [[maybe_unused]] const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return machine.pc;
#else
  return 0;  // then no call is left by the clock
#endif
}

// Was the thread waiting in the system when the signal came? It then waits for no lock of the heap for long,
// and what the system does for the heap is not interrupted.
inline bool is_waiting([[maybe_unused]] const void* context) {
  constexpr long interrupted = -EINTR;
  [[maybe_unused]] const std::uintptr_t at = counter(context);
  [[maybe_unused]] const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  const auto calls_system = [](std::uintptr_t code) {
    return std::memcmp(reinterpret_cast<const void*>(code), "\x0f\x05", 2) == 0;
  };
  return calls_system(at) || (calls_system(at - 2) && machine.gregs[REG_RAX] == interrupted);
#elif defined(__aarch64__)
  const auto calls_system = [](std::uintptr_t code) {
    return *reinterpret_cast<const std::uint32_t*>(code) == 0xd4000001;
  };
  return calls_system(at) || (calls_system(at - 4) && static_cast<long>(machine.regs[0]) == interrupted);
#else
  return false;
#endif
}

}  // namespace conclave
