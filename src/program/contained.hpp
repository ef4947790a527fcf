// A model's code runs in the checker's own process. What goes wrong in it must end neither the process nor
// what was found before: an access out of bounds, a failed assertion, recursion or a loop without end. A call
// that is contained ends with an exception instead.
//
// What the system tells by a signal (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) is heard on a stack of its
// own. A clock of the thread's computing time looks every few milliseconds whether the call goes on, and the
// wall's clock whether it waits. In all cases the call is left by siglongjmp: what it holds is never given
// back, so the run should soon end. A clock does not make it leave while it computes in a library, which may
// hold a lock. A call that ends the program is left, too.
//
// Builds with sanitizers contain nothing: their reports say more.
#pragma once

#include <string>
#include <string_view>

#include "program/limits.hpp"

namespace conclave {

class Contained {
 public:
  // How the call went wrong, and in which part of it, as it has said last; empty if it has not.
  struct Fault {
    std::string how;
    std::string_view part;
  };
  // One of the limits in force was reached while the call went on for more than a moment.
  struct Limit {
    StopReason reason;
  };

  // Whether this build contains anything.
  static bool works();

  // Calls `call`. Throws Fault and Limit; exceptions of the call itself pass. If what the call leaves behind
  // ends the process after all, its last words name `what`.
  template <class Call>
  static void run(const char* what, const Call& call) {
    run_erased(what, &call, [](const void* its) { (*static_cast<const Call*>(its))(); });
  }
  // The call says that it consists of parts, and which one begins. The text has to outlive the call.
  static void begin_part(std::string_view part = {});

  // What is written to standard output, too, if the process has to end.
  static void keep(const std::string& text);

  // Does this thread run a contained call?
  static bool in_call();

  // Leave the contained call of this thread, if it runs one, because an assertion fails or the call ends the
  // program.
  static void fail_assertion(const char* condition, const char* file, unsigned line);
  static void end_program();

  // A call, or a part of it, that has computed for so many seconds is taken to compute for ever.
  static constexpr int patience = 2;

 private:
  static void run_erased(const char* what, const void* call, void (*erased)(const void*));
};

}  // namespace conclave
