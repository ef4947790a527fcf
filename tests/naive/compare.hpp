// The engine's word against the naive checker's.
#pragma once

#include <string>

#include "explore/explorer.hpp"
#include "naive/naive_checker.hpp"

namespace conclave::naive {

// What differs, in words, or what is wrong with an execution given as evidence; empty if nothing.
std::string difference(const Scenario&, const Checker&, const Result&, const Explorer&,
                       const InstanceResult&);

// Explores one instance with both checkers and both of the engine's passes. `explored` is false, and nothing
// is compared, if there are more configurations than `cap`.
struct Comparison {
  bool explored = false;
  std::string difference;
};
Comparison compare(const Scenario&, const Instance&, std::size_t cap);

}  // namespace conclave::naive
