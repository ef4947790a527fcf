// Where the program keeps what it found out about models: in the user's cache folder, apart for each build.
#pragma once

#include <filesystem>
#include <string_view>

namespace conclave {

// $XDG_CACHE_HOME/conclave/OF/BUILD, or ~/.cache/conclave/OF/BUILD, where BUILD is the linker's hash of the
// whole program. The folder need not exist. Empty if the user has no such folder, or the program no hash.
std::filesystem::path cache_folder(std::string_view of);

}  // namespace conclave
