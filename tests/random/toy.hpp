// Small random algorithms: tables instead of handlers. What no sane model does, they do.
#pragma once

#include <ostream>
#include <vector>

#include "model/model.hpp"
#include "scenario/scenario.hpp"

namespace conclave::testing {

struct ToySending {
  int value = 0;
  // Back to whom the message came from, or to everyone else; otherwise, and where there is no way back, to
  // all. By numbers of ports would break the symmetry of the topology.
  enum class Where { all, back, others } where{};
};

struct ToyOutcome {
  int next = 0;
  std::vector<ToySending> sends;
  bool fails = false;
  bool throws = false;
  bool loads = false;
  bool stores = false;
};

struct ToyState {
  Facts facts;  // `leader` and `belief` are set from `believes`
  enum class Belief { none, itself, one, two } believes = Belief::none;
  std::vector<bool> accepts;  // by message
};

// A predicate that knows no places, so that it is the same on a topology that is turned round.
struct ToyPredicate {
  enum class What {
    in_state,
    on_its_way,
    crashed,
    quiet,
    adjacent,  // neighbours, the one in this state
    identifier_in_state,
    on_its_way_to,
    sent_by
  } what{};
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

// Everything by parity of the identifier, so that processes differ; or by who is the root.
struct Toy {
  using Outcomes = std::vector<ToyOutcome>;
  int states = 2;
  int messages = 1;
  int kinds = 1;
  bool by_identifier = false;
  bool copies_network = false;
  bool believes_places = false;
  bool only_leaders = false;  // nobody believes anything but of itself
  bool rooted = false;
  bool anonymous = false;
  bool detects_crashes = false;
  Elects elects{};
  std::vector<ToyStatement> statements;
  std::vector<ToyState> facts[2];                 // by state
  std::vector<Outcomes> start[2];                 // by state
  std::vector<Outcomes> resume[2];                // by state
  std::vector<Outcomes> notice[2];                // by state
  std::vector<std::vector<Outcomes>> receive[2];  // by state, message
};

struct ToyRun {
  Toy toy;
  int processes = 1;
  Topology topology;
  Faults faults;
  Initiators initiators;
  Fairness fairness = Fairness::weak;
  Identifiers identifiers;
  PropertySet properties;
};

// A toy and where it runs, read off a tape of numbers 0..99: small numbers make simple toys, so that
// RapidCheck's shrinking of the tape simplifies the toy.
inline constexpr std::size_t tape_length = 600;
ToyRun read_tape(const std::vector<int>& tape);
std::ostream& operator<<(std::ostream&, const ToyRun&);

Model model_of(const Toy&);
// The model must outlive it.
Scenario scenario_of(const ToyRun&, const Model&, Network);

}  // namespace conclave::testing
