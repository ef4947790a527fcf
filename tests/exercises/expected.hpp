// What each answer is expected to be. Nothing of this is in the program: an answer comes out of runs.
#pragma once

#include <string>
#include <vector>

namespace conclave::outside {

struct Expected {
  std::string name;
  std::string word;
  std::vector<std::string> says{};  // figures and cases that its sentence has
};

const std::vector<Expected>& expected_answers();

}  // namespace conclave::outside
