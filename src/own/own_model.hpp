// The folder own: a user's model file. It is compiled by the system's compiler into a shared object, which is
// kept in the user's cache folder (compile.hpp), and loaded. Its models are then like those that are built
// in, but are called as the file is: `my.cpp`, and `my.cpp:variant`. What the compiler says is told as one
// sentence with the author's line (diagnostics.hpp). A model is code, which runs with its user's rights.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "program/model.hpp"

namespace conclave {

// The file cannot be read, does not compile, or has no such model. The text begins with file and line where
// one is known, and may have more lines: what the compiler says of the file.
struct OwnModelError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Is this the name of a file rather than of a model? Then it has a slash, or ends like a C++ source.
bool names_file(std::string_view model);

// The model of a file, which is compiled and loaded if it is not yet: "FILE" is its first model, "FILE:NAME"
// is its variant, or its algorithm, of that name. Throws OwnModelError. Registered with
// look_also_for_models().
const Model* find_own_model(std::string_view name);

// From now on errors have all that the compiler says, not only what concerns the user's file.
void tell_everything();

}  // namespace conclave
