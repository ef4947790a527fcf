#include "cli/effort_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>
#include <thread>

#include "cli/available_memory.hpp"
#include "cli/error.hpp"
#include "cli/numbers.hpp"
#include "cli/options.hpp"
#include "cli/watch.hpp"
#include "engine/parts/spill.hpp"
#include "engine/run/wire.hpp"

namespace conclave {
namespace {

// What a unit of memory stands for, in bytes; 0: it is none.
double factor_of(std::string unit) {
  if (unit.size() > 1 && (unit.back() == 'B' || unit.back() == 'b')) unit.pop_back();
  if (unit.size() > 1 && unit.back() == 'i') unit.pop_back();
  if (unit.empty()) return 1;
  if (unit == "K" || unit == "k") return 1 << 10;
  if (unit == "M" || unit == "m") return 1 << 20;
  if (unit == "G" || unit == "g") return 1 << 30;
  if (unit == "%") return static_cast<double>(available_bytes(physical_bytes())) / 100;
  return 0;
}

}  // namespace

void add_limits(CLI::App& app, EffortOptions& o) {
  app.add_option("--memory", o.memory, "memory limit: 512M, 8G, 50% (80 % of what there is)")
      ->type_name("SIZE");
  app.add_option("--time", o.time, "time limit (none)")->type_name("SECONDS");
}

void add_depth(CLI::App& app, EffortOptions& o) {
  app.add_option("--depth", o.depth, "limit of the steps of an execution (10000; 100000 rounds)")
      ->type_name("STEPS");
}

void add_disk(CLI::App& app, EffortOptions& o) {
  app.add_option("--disk", o.disk,
                 "what an instance needs beyond the memory limit goes into temporary files in this folder")
      ->type_name("FOLDER");
}

// A first file shows whether there can be any.
std::optional<Room> read_room(const EffortOptions& options, std::size_t memory, int threads) {
  const bool are_many = options.wire != nullptr && options.wire->processes() > 1;
  if (options.disk.empty() && !are_many) return {};
  try {
    if (!options.disk.empty()) Spill(options.disk).make();
  } catch (const SpillError& error) {
    throw UsageError("--disk takes a folder for temporary files; " + std::string(error.what()));
  }
  // A third is for configurations; the rest is for what leads to them and from them.
  return Room{options.disk, memory / 3 / static_cast<std::size_t>(threads)};
}

std::size_t read_memory(const std::string& text) {
  if (text.empty()) return available_bytes(physical_bytes()) / 10 * 8;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const double factor = factor_of(std::string(end, text.data() + text.size()));
  const double bytes = number * factor;
  constexpr double least = 32.0 * (1 << 20);  // the program itself and its first tables
  if (error != std::errc{} || factor == 0 || !std::isfinite(bytes) || bytes < least || bytes > 1e15) {
    throw UsageError("--memory takes a size of at least 32M, such as 512M, 8G or 50%, not `" + text + "`");
  }
  return static_cast<std::size_t>(bytes);
}

double read_seconds(const std::string& text) {
  if (text.empty()) return 0;
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc{} || end != text.data() + text.size() || !(seconds > 0) || !std::isfinite(seconds)) {
    throw UsageError("--time takes a number of seconds above 0, not `" + text + "`");
  }
  return seconds;
}

std::optional<std::size_t> read_depth(const std::string& text) {
  if (text.empty()) return {};
  return static_cast<std::size_t>(read_number(text, "--depth", 1, std::numeric_limits<int>::max()));
}

int read_threads(const std::string& text) {
  if (text.empty()) return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return read_number(text, "--threads", 1, 1024);
}

}  // namespace conclave
