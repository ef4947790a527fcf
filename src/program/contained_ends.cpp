// Functions of libraries that end the program. In a contained call they end the call.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "program/contained.hpp"

// These are what `assert` and the assertions inside the standard library call. In a contained call they tell
// how it failed; anywhere else they do what the libraries' own do.
extern "C" [[noreturn]] void __assert_fail(const char* condition, const char* file, unsigned line,
                                           const char* function) noexcept {
  conclave::Contained::fail_assertion(condition, file, line);
  std::fprintf(stderr, "%s:%u: %s: assertion `%s` failed\n", file, line, function, condition);
  std::abort();
}

// A model that ends the program would lose what was found, and its status would be taken for a verdict.
#define CONCLAVE_NO_EXIT(function, specified)                             \
  extern "C" [[noreturn]] void function(int status) specified {           \
    conclave::Contained::end_program();                                   \
    reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, #function))(status); \
    __builtin_unreachable();                                              \
  }
CONCLAVE_NO_EXIT(exit, noexcept)
CONCLAVE_NO_EXIT(quick_exit, noexcept)
CONCLAVE_NO_EXIT(_exit, )
CONCLAVE_NO_EXIT(_Exit, noexcept)
#undef CONCLAVE_NO_EXIT

namespace std {
[[noreturn]] void __glibcxx_assert_fail(const char* file, int line, const char* function,
                                        const char* condition) noexcept {
  __assert_fail(condition, file, static_cast<unsigned>(line), function);
}
}  // namespace std
