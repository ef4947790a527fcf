#include "report/progress.hpp"

#include <fmt/format.h>

#include "report/words.hpp"

namespace conclave {

std::string describe(const Progress& progress, const Terminal& terminal) {
  std::string line = fmt::format(
      "check n={}  {} instances done  {} configurations  {:.1f} M/s  {} of {}  {:.0f} s", progress.processes,
      grouped(progress.instances), grouped(progress.states), progress.states_per_second / 1e6,
      bytes(progress.memory), bytes(progress.memory_limit), progress.seconds);
  if (!progress.doing.empty()) line = fmt::format("{}  {:.0f} s", progress.doing, progress.seconds);
  const auto width = static_cast<std::size_t>(terminal.width);
  if (line.size() >= width) line.resize(width - 1);
  return line;
}

}  // namespace conclave
