// Exit statuses, and the error that ends the command with one line.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace conclave {

inline constexpr int exit_holds = 0;
inline constexpr int exit_violated = 1;
inline constexpr int exit_usage = 2;
inline constexpr int exit_inconclusive = 3;
inline constexpr int exit_interrupted = 130;

// Bad usage or input: what was wrong, where, and what would be right.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A limit ended what has no part of a result to show.
struct LimitError : std::runtime_error {
  explicit LimitError(const std::string& what, int ends_with = exit_inconclusive)
      : std::runtime_error(what), status(ends_with) {}
  int status;
};

// "; did you mean `x`? There are a, b, c" where some name is near enough, and otherwise "; there are a, b,
// c". Where there are more than `most`, only the nearest
// are listed.
std::string suggest(const std::string& wrong, const std::vector<std::string>& names,
                    std::size_t most = ~std::size_t{0});

}  // namespace conclave
