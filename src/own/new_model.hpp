// A model file for a beginning: the source of another model under a name of one's own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace conclave {

// How one name is written in a file's name, in `about.name`, and in C++.
struct NewName {
  std::filesystem::path file;  // own/my_ring.cpp
  std::string dashed;          // my-ring
  std::string type;            // MyRing
};

// Of "my-ring", "my_ring", "my_ring.cpp" or "own/my-ring". Throws std::invalid_argument if that is no
// name.
NewName read_new_name(const std::string& typed);

// The source with the model `old`, "algorithm" or "algorithm:variant", under the new name. It comes first
// among those that are registered, so that it is what the file's name means; where it is a variant, the plain
// algorithm becomes the variant `plain`. Comments stay as they are.
std::string renamed(const std::string& source, std::string_view old, const NewName&);

}  // namespace conclave
