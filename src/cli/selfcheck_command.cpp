// `selfcheck`: what the reductions rest on, tried on small instances; and the same before a model's first
// verdict.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/selfcheck.hpp"
#include "engine/selfcheck/selfcheck.hpp"
#include "own/cache_folder.hpp"
#include "report/words.hpp"

namespace conclave {
namespace {

constexpr std::size_t memory_of_command = std::size_t{256} << 20;
// Before a verdict, this many processes in so little memory take a fraction of a second.
constexpr int most_before_verdict = 3;
constexpr std::size_t memory_before_verdict = std::size_t{2} << 20;

std::string describe(const Trial& trial, const Terminal& terminal) {
  if (trial.tried.empty())
    return fmt::format("  n={}: not compared, there are too many configurations without reductions\n",
                       trial.processes);
  std::string text = fmt::format("  n={}: {}, the same with {}\n", trial.processes,
                                 plural(grouped(trial.states), "configuration", "configurations"),
                                 fmt::join(trial.tried, ", "));
  if (!trial.differences.empty())
    text = fmt::format("  n={}: {}\n", trial.processes,
                       plural(grouped(trial.states), "configuration", "configurations"));
  for (const auto& difference : trial.differences)
    text += fmt::format("    {} with {}: {}\n", terminal.red("✗"), difference.with, difference.what);
  for (const Refusal& refusal : trial.refused) text += fmt::format("    {}\n", words(refusal));
  return text;
}

bool uses(const Reduction& reduction, Refusal::Of of) {
  return of == Refusal::Of::order      ? reduction.order
         : of == Refusal::Of::symmetry ? reduction.symmetry
         : of == Refusal::Of::draws    ? reduction.draws
                                       : reduction.independence;
}

// Stops at the smallest number of processes that shows a difference.
std::vector<Refusal> contradicted(const Model& model) {
  ScenarioOptions options;
  options.model = model.full_name();
  std::vector<Refusal> refused;
  for (const Scenario& scenario : read_scenarios(options)) {
    if (scenario.processes > most_before_verdict || !refused.empty()) break;
    for (const auto& difference : selfcheck(scenario, memory_before_verdict).differences) {
      for (const Refusal::Of of : difference.contradicts) {
        if (std::ranges::find(refused, of, &Refusal::of) != refused.end()) continue;
        refused.push_back({of,
                           {},
                           fmt::format("the self-check with {} differs at n={} ({})", difference.with,
                                       scenario.processes, difference.what)});
      }
    }
  }
  return refused;
}

// What a process of its own finds, which ends with the limits: no mistake of the model there harms the run.
// Nothing if it does not come to an end.
std::optional<std::vector<Refusal>> contradicted_apart(const Model& model, const Limits& limits,
                                                       Watch& watch) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    // Libraries write there when they give up.
    if (const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC); nothing >= 0)
      dup2(nothing, STDERR_FILENO);
    std::string found;
    try {
      for (const Refusal& refusal : contradicted(model))
        found += std::to_string(static_cast<int>(refusal.of)) + refusal.why + "\n";
    } catch (...) {
      _exit(exit_usage);
    }
    found += "\n";
    const bool whole = write(ends[1], found.data(), found.size()) == static_cast<ssize_t>(found.size());
    _exit(whole ? exit_holds : exit_usage);
  }
  close(ends[1]);
  std::string found;
  for (bool open = child > 0; open && limits.reason() == StopReason::none;) {
    constexpr int milliseconds = 20;
    watch.look();
    pollfd ready{.fd = ends[0], .events = POLLIN, .revents = 0};
    if (poll(&ready, 1, milliseconds) <= 0) continue;
    std::array<char, 1024> some{};
    const ssize_t bytes = read(ends[0], some.data(), some.size());
    if (bytes > 0) found.append(some.data(), static_cast<std::size_t>(bytes));
    open = bytes > 0;
  }
  close(ends[0]);
  if (child > 0) {
    kill(child, SIGKILL);  // it has ended, or is not waited for
    waitpid(child, nullptr, 0);
  }
  if (!found.ends_with("\n\n") && found != "\n") return {};
  std::vector<Refusal> refused;
  std::istringstream lines(found);
  for (std::string line; std::getline(lines, line) && !line.empty();)
    refused.push_back({static_cast<Refusal::Of>(line.front() - '0'), {}, line.substr(1)});
  return refused;
}

}  // namespace

std::vector<Refusal> refused_by_selfcheck(const Scenario& asked, const Limits& limits, Watch& watch) {
  namespace fs = std::filesystem;
  if (!asked.reduction.symmetry && !asked.reduction.order && !asked.reduction.independence) return {};
  // The names of models stand there that showed no difference.
  const fs::path folder = cache_folder("selfcheck");
  std::string name = asked.model->full_name() + asked.model->content;
  std::ranges::replace(name, '/', '_');
  std::error_code ignored;
  if (!folder.empty() && fs::exists(folder / name, ignored)) return {};
  std::optional<std::vector<Refusal>> found =
      watch.alone([&] { return contradicted_apart(*asked.model, limits, watch); });
  if (!found) return {};
  std::vector<Refusal> refused = std::move(*found);
  // What cannot be kept is tried again next time.
  if (refused.empty() && !folder.empty() &&
      (fs::create_directories(folder, ignored) || fs::exists(folder, ignored)))
    std::ofstream(folder / name).put('\n');
  std::erase_if(refused, [&](const Refusal& refusal) { return !uses(asked.reduction, refusal.of); });
  return refused;
}

int selfcheck_command(const SelfcheckOptions& options) {
  const std::vector<Scenario> scenarios = read_scenarios(options);
  const Terminal terminal = Terminal::of(stdout, options.display);
  bool differs = false;
  std::string text;
  for (const Scenario& scenario : scenarios) {
    const Trial trial = selfcheck(scenario, memory_of_command);
    differs |= !trial.differences.empty();
    text += describe(trial, terminal);
    if (trial.tried.empty()) break;
  }
  const std::string head = differs ? terminal.red("✗ DIFFERS") : terminal.green("✓ NO DIFFERENCE");
  print(terminal.page(fmt::format("{}  {}\n{}", head, scenarios.front().model->full_name(), text)));
  return differs ? exit_violated : exit_holds;
}

}  // namespace conclave
