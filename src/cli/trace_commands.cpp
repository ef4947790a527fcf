#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/output_file.hpp"
#include "report/text.hpp"
#include "trace/replay.hpp"

namespace conclave {
namespace {

Trace read_trace(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw UsageError("`" + path + "` is a folder, not a trace file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError("cannot read `" + path + "`: " + std::strerror(errno));
  std::ostringstream text;
  text << file.rdbuf();
  try {
    return from_itf(std::move(text).str());
  } catch (const TraceError& error) {
    throw TraceError(path + ": " + error.what());
  }
}

}  // namespace

int show_command(const std::string& path, ColorChoice color) {
  print(describe(read_trace(path), Terminal::of(stdout, color)));
  return exit_holds;
}

int replay_command(const std::string& path, ColorChoice color) {
  const Trace trace = read_trace(path);
  Replay result;
  try {
    model_named(trace.model);  // a wrong name gets the nearest one
    result = replay(trace);
  } catch (const TraceError& error) {
    throw TraceError(path + ": " + error.what());
  } catch (const UsageError& error) {
    throw UsageError(path + ": " + error.what());
  }
  const Terminal terminal = Terminal::of(stdout, color);
  const std::string twice = trace.loop ? ", twice round the loop" : "";
  if (trace.attained) {
    if (!result.confirmed) {
      throw TraceError(
          path + ": the model follows the execution, but it does not have the cost that the trace says");
    }
    print(describe(result.trace, terminal) +
          terminal.show("\nThe model follows the trace step by step" + twice +
                        ": the cost is confirmed.\n"
                        "That no execution has a more extreme one is for `check` to say.\n"));
    return exit_holds;
  }
  if (!result.confirmed) {
    print(terminal.show("The model follows the trace, " + std::to_string(trace.steps()) + " steps, and " +
                        trace.property + " is not violated at its end.\n"));
    return exit_holds;
  }
  print(describe(result.trace, terminal) + terminal.show("\nThe model follows the trace step by step" +
                                                         twice + ": the violation is confirmed.\n"));
  return exit_violated;
}

}  // namespace conclave
