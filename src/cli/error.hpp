// Exit statuses, and the error that ends the command with one line.
#pragma once

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

// "; did you mean `x`? There are a, b, c" where some name is near enough, and otherwise "; there are a, b,
// c".
std::string suggest(const std::string& wrong, const std::vector<std::string>& names);

}  // namespace conclave
