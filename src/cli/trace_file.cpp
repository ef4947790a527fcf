#include "cli/trace_file.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "cli/error.hpp"

namespace conclave {

static constexpr std::size_t most_bytes = std::size_t{256} << 20;

Trace read_trace(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw UsageError("`" + path + "` is a folder, not a trace file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError("cannot read `" + path + "`: " + std::strerror(errno));
  std::string text;
  std::array<char, 65536> piece{};
  while (file.read(piece.data(), piece.size()) || file.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > most_bytes)
      throw TraceError(path + ": the file has more than 256 MiB, which is more than any trace");
  }
  try {
    return from_itf(text);
  } catch (const TraceError& error) {
    throw TraceError(path + ": " + error.what());
  }
}

}  // namespace conclave
