// What the control groups leave of the machine's memory, read from a root folder of our own.
#include "cli/available_memory.hpp"

#include <doctest/doctest.h>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

constexpr std::size_t physical = 64'000'000'000;

// A root folder in which this process is in that group, and these files say something.
std::size_t available(const std::string& groups,
                      const std::vector<std::pair<std::string, std::string>>& files) {
  const Folder root;
  std::filesystem::create_directories(root.path() / "proc/self");
  write_file(root.path() / "proc/self/cgroup", groups);
  for (const auto& [name, text] : files) {
    const auto path = root.path() / "sys/fs/cgroup" / name;
    std::filesystem::create_directories(path.parent_path());
    write_file(path, text);
  }
  return available_bytes(physical, root.path());
}

}  // namespace

TEST_SUITE_BEGIN("limits");

TEST_CASE("memory that a control group leaves") {
  CHECK(available("", {}) == physical);
  CHECK(available_bytes(physical, "/no/such/folder") == physical);
  CHECK(available("0::/\n", {{"memory.max", "1000000000\n"}}) == 1'000'000'000);
  CHECK(available("0::/user/one\n", {{"user/one/memory.max", "max\n"}}) == physical);
  CHECK(available("0::/user/one\n", {{"user/one/memory.max", "3000\n"}, {"user/memory.max", "5000\n"}}) ==
        3000);
  CHECK(available("0::/user/one\n", {{"user/one/memory.max", "9000\n"}, {"user/memory.max", "5000\n"}}) ==
        5000);
  CHECK(available("0::/user\n", {{"user/memory.max", "99999999999999\n"}}) == physical);
  // Version 1, beside other controllers; a group without a limit says a number beyond all memory.
  const std::string first = "12:cpu,cpuacct:/a\n4:memory:/docker/x\n1:name=systemd:/b\n0::/c\n";
  CHECK(available(first, {{"memory/docker/x/memory.limit_in_bytes", "700\n"}}) == 700);
  CHECK(available(first, {{"memory/docker/x/memory.limit_in_bytes", "9223372036854771712\n"}}) == physical);
  CHECK(available("4:cpu,memory:/y\n", {{"memory/y/memory.limit_in_bytes", "800\n"}}) == 800);
  // In a container the group of the host is not there, but its root folder is the container's own group.
  CHECK(available("4:memory:/docker/x\n", {{"memory/memory.limit_in_bytes", "600\n"}}) == 600);
  CHECK(available("0::/user\n", {{"unified/user/memory.max", "900\n"}}) == 900);
}

TEST_SUITE_END();

}  // namespace conclave::outside
