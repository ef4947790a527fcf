// The time of one execution, by a clock for each process: what engine/time/time.hpp finds without any.
#pragma once

#include <map>
#include <set>
#include <span>

#include "machine/machine.hpp"

namespace conclave {

class Clocks {
 public:
  explicit Clocks(const Machine& machine);

  void take(RecordIndex);
  // Equal messages in a bag are told apart by when they were sent, and a step does not say which one it
  // takes: the execution may have had several times.
  std::int64_t least() const;
  std::int64_t most() const;

 private:
  struct Reading {
    std::vector<std::int64_t> clocks;  // by process: messages in the longest chain to it
    // Chains to the messages on their way, that message included. fifo: oldest first; else sorted.
    std::map<std::pair<int, Handlers::Message>, std::vector<std::int64_t>> under_way;

    friend auto operator<=>(const Reading&, const Reading&) = default;
  };

  const Machine& machine_;
  std::set<Reading> possible_;
};

}  // namespace conclave
