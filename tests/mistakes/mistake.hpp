// A mistake of an author: a file of its own in this folder, with one model. Its first line is the command
// that is tried, and below it stands the status with which this ends and the sentence that it must give
// (tests/cli/mistakes.cpp). All files are one program, in which only the model of the one file registers
// itself that the environment variable MISTAKE names.
#pragma once

#include <cstdlib>
#include <optional>
#include <string_view>

#include "author/model.hpp"
#include "reductions/naming_models.hpp"

namespace conclave::mistakes {

using testing::meeting::Meeting;
using testing::meeting::Message;
using testing::meeting::State;

inline bool is_tried(std::string_view file) {
  const char* const wanted = std::getenv("MISTAKE");
  if (wanted == nullptr) return false;
  const std::string_view name = file.substr(file.rfind('/') + 1);
  return name.substr(0, name.rfind('.')) == wanted;
}

template <class M>
struct Mistake {
  explicit Mistake(const char* file = __builtin_FILE()) {
    if (is_tried(file)) registered.emplace(file);
  }
  std::optional<Registration<M>> registered;
};

}  // namespace conclave::mistakes
