// What one local state says of its process. The machine and the standard properties know a local state only
// by these facts, which Program::facts finds out.
#pragma once

#include <cstdint>
#include <optional>

namespace conclave {

struct Facts {
  bool asleep = false;                 // It may still start spontaneously.
  bool initiated = false;              // It started on its own, where an initiator is to be elected.
  std::uint32_t ready = 0;             // Bit k: it may take the model's own step k.
  bool receptive = true;               // It takes messages.
  bool crashed = false;                // It takes no step any more, and counts as decided.
  bool byzantine = false;              // It is Byzantine; then it counts as crashed too.
  bool halted = false;                 // In lock step: it takes no part in rounds any more.
  bool decided = false;                // It knows the outcome.
  bool leader = false;                 // It is the leader.
  bool elects = false;                 // It is what can-elect looks for: leader, or decided if nobody tells.
  bool belief_is_place = false;        // `belief` is a place rather than an identifier.
  std::optional<std::int32_t> belief;  // whom it believes to be the leader
  std::uint32_t looks = 0;             // what the model's own properties see of it, numbered (Handlers)
  std::uint32_t anonymous_looks = 0;   // the same without the identifiers of a state that is seen whole
  std::uint32_t quiet_looks = 0;       // what those see that are asked of quiet configurations only

  friend bool operator==(const Facts&, const Facts&) = default;
};

}  // namespace conclave
