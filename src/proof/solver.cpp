#include "proof/solver.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace conclave::proof {
namespace {

namespace fs = std::filesystem;

constexpr int most_seconds = 60;  // for one question

// Where the solver is; empty if there is none.
std::string path_of_solver() {
  const char* const named = std::getenv("CONCLAVE_SOLVER");
  const std::string name = named != nullptr && *named != '\0' ? named : "z3";
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (fs::path(folder) / name).string();
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

}  // namespace

bool Solver::is_installed() { return !path_of_solver().empty(); }

Solver::Solver(Limits& limits) : limits_(limits) {
  const std::string program = path_of_solver();
  if (program.empty()) throw SolverError("no solver is installed: `apt-get install z3`");
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0)
    throw SolverError(std::string("no pipe to the solver: ") + std::strerror(errno));
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
  // Ctrl-C is for us: we end the solver.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  std::string first = program;
  std::string second = "-in";
  std::array<char*, 3> arguments{first.data(), second.data(), nullptr};
  pid_t child = -1;
  const int error = posix_spawn(&child, program.c_str(), &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  close(in[0]);
  close(out[1]);
  to_ = in[1];
  from_ = out[0];
  if (error != 0) {
    close(to_);
    close(from_);
    throw SolverError("cannot run " + program + ": " + std::strerror(error));
  }
  child_ = child;
  fcntl(to_, F_SETFL, O_NONBLOCK);
  tell("(set-option :timeout " + std::to_string(1000 * most_seconds) + ")\n");
}

Solver::~Solver() {
  close(to_);
  close(from_);
  kill(child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::string Solver::name(Limits& limits) {
  Solver solver(limits);
  const auto value = [&](const char* what) {
    const std::string said = solver.ask(std::string("(get-info :") + what + ")\n");
    const std::size_t from = said.find('"');
    const std::size_t to = said.rfind('"');
    return from < to ? said.substr(from + 1, to - from - 1) : std::string();
  };
  std::string name = value("name");
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name + " " + value("version");
}

// Waits until the solver takes what it is told, or says something; returns whether it takes more.
bool Solver::wait(bool to_tell, std::chrono::steady_clock::time_point patience) {
  while (true) {
    limits_.poll();
    // It gives up by itself, so that one which does nothing at all has gone wrong.
    if (std::chrono::steady_clock::now() > patience) throw SolverError("the solver does not answer");
    std::array<pollfd, 2> ends{pollfd{from_, POLLIN, 0}, pollfd{to_, POLLOUT, 0}};
    if (poll(ends.data(), to_tell ? 2 : 1, 100) <= 0) continue;
    if (to_tell && ends[1].revents != 0) return true;
    if (ends[0].revents == 0) continue;
    std::array<char, 65536> buffer{};
    const ssize_t now = ::read(from_, buffer.data(), buffer.size());
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) throw SolverError("the solver has ended");
    heard_.append(buffer.data(), static_cast<std::size_t>(now));
    return false;
  }
}

void Solver::send() {
  struct Ignored {  // A solver that has ended is an error here, and no signal.
    Ignored() { before = std::signal(SIGPIPE, SIG_IGN); }
    ~Ignored() { std::signal(SIGPIPE, before); }
    void (*before)(int);
  } const ignored;
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(2 * most_seconds);
  std::size_t sent = 0;
  while (sent < untold_.size()) {
    if (!wait(true, patience)) continue;
    const ssize_t now = write(to_, untold_.data() + sent, untold_.size() - sent);
    if (now < 0 && errno != EINTR && errno != EAGAIN) throw SolverError("the solver has ended");
    if (now > 0) sent += static_cast<std::size_t>(now);
  }
  untold_.clear();
}

char Solver::read() {
  if (at_ == heard_.size()) {
    heard_.clear();
    at_ = 0;
    wait(false, std::chrono::steady_clock::now() + std::chrono::seconds(2 * most_seconds));
  }
  return heard_[at_++];
}

std::string Solver::expression() {
  std::string text;
  int depth = 0;
  bool quoted = false;
  while (true) {
    const char c = read();
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (text.empty() && blank) continue;
    if (depth == 0 && blank) break;
    text += c;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) break;
  }
  if (text.starts_with("(error")) throw SolverError("the solver says " + text);
  return text;
}

Solver::Answer Solver::check() {
  const std::string said = ask("(check-sat)\n");
  if (said == "sat") return Answer::sat;
  if (said == "unsat") return Answer::unsat;
  if (said == "unknown" || said == "timeout") return Answer::unknown;
  throw SolverError("the solver says `" + said + "`");
}

std::string Solver::ask(std::string_view command) {
  tell(command);
  send();
  return expression();
}

}  // namespace conclave::proof
