// Compiles a model file into a shared object, or finds it in the cache: the folder
// $XDG_CACHE_HOME/conclave/models, or ~/.cache/conclave/models, has one folder for each build of the program,
// so that an object of another build is never loaded. An object stands there under what it was made of: the
// file's path and content, the compiler and its options. Beside it is a list of the user's headers that the
// file includes, each with its content at that time.
#pragma once

#include <filesystem>
#include <string>

namespace conclave {

struct Compiled {
  std::filesystem::path object;
  std::string content;  // what it was made of, as a hash
  bool is_kept = true;  // else the folder it is in is to be removed once it is loaded
};

// Throws OwnModelError. `everything` is for its text.
Compiled compile(const std::filesystem::path& source, bool everything);

}  // namespace conclave
