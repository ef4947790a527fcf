// Small random algorithms: tables instead of handlers. What no sane model does, they do.
#pragma once

#include <ostream>
#include <vector>

#include "model/model.hpp"
#include "scenario/scenario.hpp"

namespace conclave::testing {

struct ToyOutcome {
  int next = 0;
  std::vector<int> sends;
  bool fails = false;
  bool loads = false;
  bool stores = false;
};

struct ToyState {
  Facts facts;  // `leader` and `belief` are set from `believes`
  enum class Belief { none, itself, one, two } believes = Belief::none;
};

// A predicate that knows no places, so that it is the same on a ring that is turned round.
struct ToyPredicate {
  enum class What { in_state, on_its_way, identifier_in_state, on_its_way_to, sent_by } what{};
  int value = 0;  // the state or message
  int count = 1;  // at least so many
  int identifier = 1;
  bool negated = false;
};
struct ToyStatement {
  Form form{};
  ToyPredicate p;
  ToyPredicate q;
};

// Everything by parity of the identifier, so that processes differ.
struct Toy {
  using Outcomes = std::vector<ToyOutcome>;
  int states = 2;
  int messages = 1;
  int kinds = 1;
  bool by_identifier = false;
  bool copies_network = false;
  bool believes_places = false;
  std::vector<ToyStatement> statements;
  std::vector<ToyState> facts[2];                 // by state
  std::vector<Outcomes> start[2];                 // by state
  std::vector<Outcomes> resume[2];                // by state
  std::vector<std::vector<Outcomes>> receive[2];  // by state, message
};

struct ToyRun {
  Toy toy;
  int processes = 1;
  Initiators initiators;
  Fairness fairness = Fairness::weak;
  Identifiers identifiers;
  PropertySet properties;
};

// A toy and where it runs, read off a tape of numbers 0..99: small numbers make simple toys, so that
// RapidCheck's shrinking of the tape simplifies the toy.
inline constexpr std::size_t tape_length = 400;
ToyRun read_tape(const std::vector<int>& tape);
std::ostream& operator<<(std::ostream&, const ToyRun&);

Model model_of(const Toy&);
// The model must outlive it.
Scenario scenario_of(const ToyRun&, const Model&, Network);

}  // namespace conclave::testing
