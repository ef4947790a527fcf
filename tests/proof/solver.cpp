// A solver that goes wrong in ways that the command cannot bring about.
#include "proof/solver.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace conclave::testing::solvers {
namespace {

using namespace std::chrono_literals;
using proof::Solver;

// While it lives, a script of the shell is the solver.
class Script {
 public:
  explicit Script(const std::string& text) {
    file_ =
        (std::filesystem::temp_directory_path() / ("conclave-solver-" + std::to_string(getpid()))).string();
    std::ofstream(file_) << "#!/bin/sh\n" << text;
    std::filesystem::permissions(file_, std::filesystem::perms::owner_all);
    setenv("CONCLAVE_SOLVER", file_.c_str(), 1);
  }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;
  ~Script() {
    unsetenv("CONCLAVE_SOLVER");
    std::filesystem::remove(file_);
  }

 private:
  std::string file_;
};

const std::string much = std::string(1U << 20U, ' ') + "\n";  // more than a pipe holds

}  // namespace

TEST_SUITE_BEGIN("proof");

TEST_CASE("a limit ends what a solver does not read") {
  const Script script("exec sleep 1000\n");
  Limits limits(std::size_t{1} << 30);
  Solver solver(limits);
  std::thread user([&] {
    std::this_thread::sleep_for(200ms);
    limits.stop(StopReason::interrupted);
  });
  CHECK_THROWS_AS(solver.ask(much), LimitReached);
  user.join();
}

TEST_CASE("a solver may say much while it is told much") {
  const Script script(
      "head -c 1000000 /dev/zero | tr '\\0' ' '\nexec 3<&0\ncat <&3 >/dev/null &\necho sat\nwait\n");
  Limits limits(std::size_t{1} << 30);
  Solver solver(limits);
  CHECK(solver.ask(much) == "sat");
}

TEST_CASE("what the real solver says is understood") {
  Limits limits(std::size_t{1} << 30);
  Solver solver(limits);
  solver.tell("(declare-const a Bool)\n(push)\n(assert a)\n");
  CHECK(solver.check() == Solver::Answer::sat);
  CHECK(solver.ask("(get-value (a))\n") == "((a true))");
  solver.tell("(assert (not a))\n");
  CHECK(solver.check() == Solver::Answer::unsat);
  solver.tell("(pop)\n");
  CHECK(solver.check() == Solver::Answer::sat);
  CHECK_THROWS_AS(solver.ask("(assert nobody)\n"), proof::SolverError);
  CHECK(Solver::name(limits).starts_with("z3 4."));
}

TEST_SUITE_END();

}  // namespace conclave::testing::solvers
