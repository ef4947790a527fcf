#include <algorithm>

#include "exercises/exercise.hpp"

namespace conclave::exercises {

const Result& Runs::of(const std::string& command) {
  if (std::ranges::find(commands_, command) == commands_.end()) commands_.push_back(command);
  const auto known = results_.find(command);
  return known != results_.end() ? known->second : results_.emplace(command, run_(command)).first->second;
}

}  // namespace conclave::exercises
