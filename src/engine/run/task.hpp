// What is wanted of the exploration of an instance, beyond counts.
#pragma once

#include <limits>
#include <optional>

#include "engine/run/result.hpp"

namespace conclave {

struct Task {
  struct Witness {
    std::size_t cost;  // as Costs numbers them
    Extreme extreme;
  };

  bool verdicts = true;  // and costs other than time
  bool time = false;
  // Time is not looked for in an instance of more configurations.
  std::uint64_t time_up_to = std::numeric_limits<std::uint64_t>::max();
  std::optional<Witness> witness;
  // So many threads may explore the instance together once it has more configurations than `large`. Where
  // eight times as many are new to the orders before it, it is not explored together with these, unless there
  // are many orders that it does not stand for, and it is not very large.
  int threads = 1;
  std::uint64_t large = std::uint64_t{1} << 17;
  // Only the graph pass: what the fast pass is tested against.
  bool always_store_graph = false;
};

}  // namespace conclave
