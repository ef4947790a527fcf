// How much memory a run may take: what the machine has, or less where a control group says so, as in a
// container.
#pragma once

#include <cstddef>
#include <filesystem>

namespace conclave {

// The least of `physical` and of the limits that the control groups of this process and all groups around
// them set, of version 1 and 2 (cgroups(7)). Tests give another root folder.
std::size_t available_bytes(std::size_t physical, const std::filesystem::path& root = "/");

}  // namespace conclave
