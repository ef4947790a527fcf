// The kit: what a model file is compiled with, and the sources of the built-in models. It is described by one
// file, `model-kit`, in which all paths go from its own folder. In the tree where the program was built that
// file stands beside the program; where the program is installed, in the folder share/conclave beside the
// program's. So nothing knows where it is but by where the program is, and what is installed may be moved.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace conclave {

struct Kit {
  std::filesystem::path headers;      // where author/model.hpp is
  std::filesystem::path precompiled;  // where it is precompiled; empty where the program is installed
  std::filesystem::path models;       // the folder that has the folder `models`
  std::vector<std::string> options;   // of the compiler
};

// Throws OwnModelError if the program stands apart from what belongs to it.
const Kit& kit();

// Is this Conclave's own program, in the place where it is installed?
bool is_installed();

// Looks for the kit in this folder from now on: for a program that is not Conclave's own, but has it as a
// library.
void use_kit_in(const std::filesystem::path& folder);

}  // namespace conclave
