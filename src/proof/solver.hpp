// A solver that runs beside us and speaks SMT-LIB on its standard input: z3, unless CONCLAVE_SOLVER names
// another program. It is no library of ours, so that a program that proves nothing starts no later for it.
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>

#include "program/limits.hpp"

namespace conclave::proof {

// No solver is installed, or it ended, or said something that is no answer.
struct SolverError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Solver {
 public:
  enum class Answer { sat, unsat, unknown };

  // Is there one to run?
  static bool is_installed();
  // The program and its version, as it says itself. Throws what the others throw.
  static std::string name(Limits&);

  // Throws SolverError. The limits have to outlive it.
  explicit Solver(Limits&);
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver();

  // These throw SolverError, and LimitReached while they wait.
  void tell(std::string_view commands) { untold_ += commands; }
  Answer check();
  // What it answers to a command, an expression in parentheses.
  std::string ask(std::string_view command);

 private:
  bool wait(bool to_tell, std::chrono::steady_clock::time_point patience);
  void send();
  char read();
  std::string expression();

  Limits& limits_;
  int child_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string untold_;
  std::string heard_;
  std::size_t at_ = 0;
};

}  // namespace conclave::proof
