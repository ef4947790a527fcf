#include "cli/available_memory.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace conclave {
namespace {

namespace fs = std::filesystem;

// The least limit in files of this name, from the folder of a group up to the folder of all groups. A group
// without a limit says "max", or a number beyond all memory.
std::size_t least_in(const fs::path& groups, const std::string& group, const std::string& name,
                     std::size_t least) {
  fs::path at = fs::path(group).relative_path();
  while (true) {
    std::ifstream file(groups / at / name);
    std::size_t bytes = 0;
    if (file >> bytes) least = std::min(least, bytes);
    if (at.empty()) return least;
    at = at.parent_path();
  }
}

}  // namespace

std::size_t available_bytes(std::size_t physical, const fs::path& root) {
  std::ifstream groups(root / "proc/self/cgroup");
  const fs::path mounted = root / "sys/fs/cgroup";
  std::size_t least = physical;
  // Each line is hierarchy:controllers:group; version 2 has the hierarchy 0 and names no controllers.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") {
      least = least_in(mounted, group, "memory.max", least);
      least = least_in(mounted / "unified", group, "memory.max", least);
    } else if (controllers.find(",memory,") != std::string::npos) {
      least = least_in(mounted / "memory", group, "memory.limit_in_bytes", least);
    }
  }
  return least;
}

}  // namespace conclave
