// A reader's own model as the answer to an exercise that asks for an algorithm: is it right, and is it as
// cheap as the model that answers it?
#pragma once

#include <string>
#include <vector>

#include "exercises/exercise.hpp"
#include "report/terminal.hpp"

namespace conclave::exercises {

struct Marked {
  const Exercise* exercise;
  std::string file;
  Truth right = Truth::open;
  std::vector<std::string> lines;  // sentences
  std::vector<Evidence> evidence;
  std::vector<std::string> commands;
};

// The exercise has an assignment.
Marked mark(const Exercise&, const std::string& file, Runs&);

std::string describe(const Marked&, const Terminal&);
Json to_json(const Marked&);

}  // namespace conclave::exercises
