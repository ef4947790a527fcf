// Small random algorithms in lock step, of either style: tables instead of `message`, `transition` and
// `round`.
#pragma once

#include "toys/toy_basics.hpp"

namespace conclave::testing {

struct RoundToyOutcome {
  int next = 0;
  // A body's: through every port, or to one neighbour that can be told from the others (by the name of its
  // port, or by its identifier).
  struct Sending {
    int value = 0;
    bool to_one = false;
  };
  std::vector<Sending> sends;
  ToyFailure fails = 0;
  bool throws = false;
};

struct RoundToy : ToyBasics {
  using Outcomes = std::vector<RoundToyOutcome>;
  Timing timing = Timing::exchange;
  bool heals = false;
  bool knows_crashes = false;
  bool crashes_between_rounds = false;
  bool sleeps = false;
  bool named_ports = false;  // tells its ports apart

  // By state, what is sent through even ports and through odd ones; -1: nothing.
  std::vector<std::array<int, 2>> sent[2];
  // By state, what a body takes out of its mailbox one after the other; 0: it does not look.
  std::vector<int> reads[2];
  // By state and what is read: `transition` looks at everything, a body at one message after the other.
  std::vector<std::vector<Outcomes>> steps[2];

  // What can be read: the first message (or none), whether there are others, and how many are known to have
  // crashed.
  int readings() const { return (messages + 1) * 2 * 3; }
  int reading(std::optional<int> message, bool others, std::size_t crashed) const;
  bool is_read(int reading) const;  // may it be?
};

struct RoundToyRun : ToySetting {
  RoundToy toy;
};

inline constexpr std::size_t round_tape_length = 900;
RoundToyRun read_round_tape(const std::vector<int>& tape, Timing);
std::ostream& operator<<(std::ostream&, const RoundToyRun&);

Model model_of(const RoundToy&);

}  // namespace conclave::testing
