// What one local state says of its process: all that the standard properties and the machine ask of it.
#pragma once

#include <cstdint>
#include <optional>

namespace conclave {

struct Facts {
  bool asleep = false;                 // may still start spontaneously
  bool running = false;                // has a step of its own to take, which it owes
  bool receptive = true;               // takes messages
  bool crashed = false;                // takes no step any more, or is Byzantine; counts as decided
  bool byzantine = false;              // neither live nor leader; `crashed` holds too
  bool halted = false;                 // in lock step: takes no part in rounds any more
  bool decided = false;                // knows the outcome
  bool leader = false;                 // is the leader
  bool elects = false;                 // what can-elect looks for
  bool belief_is_place = false;        // `belief` is a place rather than an identifier
  std::optional<std::int32_t> belief;  // whom it believes to be leader

  friend bool operator==(const Facts&, const Facts&) = default;
};

}  // namespace conclave
