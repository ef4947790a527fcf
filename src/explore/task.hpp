// What is wanted of the exploration of an instance, beyond counts.
#pragma once

#include <optional>

#include "explore/result.hpp"

namespace conclave {

struct Task {
  struct Witness {
    std::size_t cost;  // as Costs numbers them
    Extreme extreme;
  };

  bool verdicts = true;  // and costs other than time
  bool time = false;
  std::optional<Witness> witness;
  // Only the graph pass: what the fast pass is tested against.
  bool always_store_graph = false;
};

}  // namespace conclave
