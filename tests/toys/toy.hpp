// Small random algorithms for fifo, bag and set: tables instead of handlers.
#pragma once

#include "toys/toy_basics.hpp"

namespace conclave::testing {

struct ToySending {
  int value = 0;
  // Back to whom the message came from, or to everyone else; otherwise, and where there is no way back, to
  // all. Or through the first port only, which breaks the symmetry of the topology.
  enum class Where { all, back, others, first } where{};
};

struct ToyOutcome {
  int next = 0;
  std::vector<ToySending> sends;
  ToyFailure fails = 0;
  bool throws = false;
  bool loads = false;
  bool stores = false;
};

struct Toy : ToyBasics {
  using Outcomes = std::vector<ToyOutcome>;
  bool copies_network = false;
  bool detects_crashes = false;
  std::vector<Outcomes> start[2];                 // by state
  std::vector<Outcomes> own_steps[2][2];          // by parity and step, then state
  std::vector<Outcomes> notice[2];                // by state
  std::vector<std::vector<Outcomes>> receive[2];  // by state, message
};

struct ToyRun : ToySetting {
  Toy toy;
};

// A toy and where it runs, read off a tape of numbers 0..99: small numbers make simple toys, so that
// RapidCheck's shrinking of the tape simplifies the toy.
inline constexpr std::size_t tape_length = 600;
ToyRun read_tape(const std::vector<int>& tape);
std::ostream& operator<<(std::ostream&, const ToyRun&);

Model model_of(const Toy&);

// Does the toy have anything that tells places, or unnamed ports, apart?
bool tells_places_apart(const Toy&);

}  // namespace conclave::testing
