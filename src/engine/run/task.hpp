// What is wanted of the exploration of an instance, beyond counts: check() and the traces write a Task,
// Explorer reads it. And how much effort check() and a Sweep make: with how many threads, and how far they
// go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "engine/run/result.hpp"
#include "machine/provisos.hpp"

namespace conclave {

class SpareThreads;

// Nobody saves anything where an instance has fewer.
inline constexpr std::uint64_t few_configurations = std::uint64_t{1} << 10;

struct Task {
  struct Witness {
    std::size_t cost;  // as Costs numbers them
    Extreme extreme;
  };

  bool verdicts = true;  // verdicts, and costs other than time
  // Of an execution that violates a property, the length of the shortest (Path::least) is enough, where this
  // is found sooner than the execution itself.
  bool lengths_only = false;
  // Where independence is made use of, it is not known how long the shortest execution is that violates
  // something. It is looked for among the nearest configurations, up to so many. If it is not there, the
  // instance is explored without independence, up to so many. Where no number is given, up to as many as pay,
  // and `few` always do.
  struct Lengths {
    std::optional<std::uint64_t> near{};
    std::optional<std::uint64_t> unreduced{};
    std::uint64_t few = few_configurations;
  };
  Lengths lengths{};
  bool time = false;
  // Time is not looked for in an instance with more configurations than this.
  std::uint64_t time_up_to = std::numeric_limits<std::uint64_t>::max();
  std::optional<Witness> witness;
  bool expected = false;  // means of costs, if something is tossed
  Means means = Means::by_size;
  const Distributed* distributed = nullptr;  // which distributions of costs
  // Threads that have nothing to do may help once the instance has more than `large` configurations. Null if
  // it is to be explored by one.
  //
  // Where orders of identifiers share what is known, sharing stops when an order adds more than eight times
  // `large` new expansions, if these are more than half of what it visits; unless it is one of many orders
  // that could use them (it stands for fewer than one in 1024 of all) and it adds fewer than two million.
  SpareThreads* spare = nullptr;
  std::uint64_t large = std::uint64_t{1} << 17;
  // Explore one instance after the other, in their order, and none after the last one that counts.
  bool in_order = false;
  // Use the graph pass only. Tests compare the fast pass with it.
  bool always_store_graph = false;
};

// How much memory the configurations of one instance may take, if there is another way for larger ones. There
// are as many instances at a time as there are threads.
struct Room {
  // Where configurations are kept that have no room. If it is empty, there are other processes that explore
  // such an instance together with this one, and Explorer::explore() leaves it to its caller (TooLarge).
  std::string folder;
  std::size_t bytes = 0;

  // So many configurations have room, with keys of so many words. A set that has just grown has a fifth more
  // slots than it needs, and one in eight is left free anyway.
  std::uint64_t most_configurations(std::size_t words) const {
    constexpr std::uint64_t fewest = 16;
    return std::max<std::uint64_t>(bytes / (12 * words), fewest);
  }
};

class Ledger;
class Wire;

struct Effort {
  int threads = 1;
  bool keep_going = false;  // go on after the first instance that violates a property
  // Time is looked for if there are at most so many configurations in all.
  std::uint64_t time_up_to = 0;
  bool expected = false;  // find the means of costs where something is tossed
  Means means = Means::by_size;
  std::optional<Distributed> distributed{};
  bool by_case = false;  // keep costs apart by what claims may read of an instance
  // If there is one, nothing is explored that it knows. Neither means nor distributions may be asked for
  // then, nor costs by case. Whoever has one may lack instances: StopReason::missing.
  Ledger* ledger = nullptr;
  std::optional<Room> room{};  // if there is one, instances may be larger than memory
  // If there is one, this process leads, and others may help.
  Wire* wire = nullptr;
  Provisos provisos{};  // only tests turn one off
};

}  // namespace conclave
