// The time of one execution: the number of messages in its longest causal chain, measured with a clock for
// each process. Evidence holds it against the time that the engine found without clocks
// (engine/time/time.hpp).
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "machine/handlers.hpp"
#include "machine/machine.hpp"
#include "machine/steps.hpp"

namespace conclave {

class Clocks {
 public:
  explicit Clocks(const Machine& machine);

  void take(RecordIndex);
  // In a bag, equal messages may have been sent at different times, and a step does not say which of them it
  // takes. So there may be several times that the execution took.
  std::int64_t least() const;
  std::int64_t most() const;

 private:
  struct Reading {
    std::vector<std::int64_t> clocks;  // by process: how many messages the longest chain to it has
    // By channel and message: how long the chains are that end with a message on its way. On fifo the oldest
    // comes first, otherwise they are sorted.
    std::map<std::pair<int, Handlers::Message>, std::vector<std::int64_t>> under_way;

    friend auto operator<=>(const Reading&, const Reading&) = default;
  };

  const Machine& machine_;
  std::set<Reading> possible_;
};

}  // namespace conclave
