// The book of exercises: every line of the list of the sources' statements and questions, a table for each
// source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exercises/exercise.hpp"

namespace conclave::exercises {

struct Source {
  std::string name;   // "garg"
  std::string title;  // what it is
};

const std::vector<Source>& sources();
// In the order of the sources, and of the list.
const std::vector<Exercise>& book();
// Those of this name or with this alias: the book's number of a problem may stand for several entries.
std::vector<const Exercise*> called(std::string_view name);
// All names and aliases.
std::vector<std::string> names();

// The tables, a file or two for each source.
std::vector<Exercise> of_harmony();
std::vector<Exercise> of_garg_rings();
std::vector<Exercise> of_garg_graphs();
std::vector<Exercise> of_aalborg();
std::vector<Exercise> of_complete_networks();
std::vector<Exercise> of_birmingham_rings();
std::vector<Exercise> of_birmingham_others();

}  // namespace conclave::exercises
