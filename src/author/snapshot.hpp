// What the machine shows of a configuration. An author uses Global (global.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "author/id.hpp"
#include "author/process.hpp"

namespace conclave {

class Snapshot {
 public:
  // A message on its way. -1 says: whoever; `to` is a place, or -1 where the message is for an identifier.
  struct Flight {
    int from = -1;
    int to = -1;
    Id to_identifier;
    const void* message = nullptr;                     // as Program::typed_message made it
    const std::vector<std::int32_t>* words = nullptr;  // the message as words
  };

  // What is at a place.
  struct Process {
    Id id;
    bool crashed = false;
    const void* state = nullptr;      // null: state_at() tells
    std::span<const int> neighbours;  // by outgoing port
  };

  virtual ~Snapshot() = default;
  int processes() const { return static_cast<int>(all_.size()); }
  Id id(int place) const { return at(place).id; }
  bool crashed(int place) const { return at(place).crashed; }
  const void* state(int place) const {  // as Program::typed_state made it; only if it has not crashed
    const void* const known = at(place).state;
    return known != nullptr ? known : state_at(place);
  }
  std::span<const int> neighbours(int place) const { return at(place).neighbours; }
  int rounds() const { return rounds_; }  // how many have passed; -1: that is not told
  virtual int root() const { return 0; }
  virtual const Encoded& parameters() const = 0;
  virtual bool quiet() const = 0;  // no message is on its way
  // Channel after channel, and of a fifo channel the oldest first. A predicate asks again and again.
  virtual const std::vector<Flight>& in_flight() const = 0;

 protected:
  // A predicate asks for the processes again and again, so whoever makes a snapshot keeps a list of them.
  void show(std::span<const Process> all, int rounds = -1) {
    all_ = all;
    rounds_ = rounds;
  }
  virtual const void* state_at(int) const { return nullptr; }

 private:
  const Process& at(int place) const { return all_[static_cast<std::size_t>(place)]; }

  std::span<const Process> all_;  // by place
  int rounds_ = -1;
};

}  // namespace conclave
