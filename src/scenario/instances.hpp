// Which instances a scenario has. An instance is what one exploration explores: one topology with one order
// of identifiers and, where the scenario leaves these open, with one initiator and one set of Byzantine
// processes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "author/id.hpp"
#include "author/rational.hpp"
#include "scenario/scenario.hpp"
#include "scenario/symmetry.hpp"

namespace conclave {

struct Instance {
  std::vector<Id> ids;  // by place
  // For how many cases it stands. A case is one topology with one order of identifiers, and with its
  // initiator where exactly one process starts. Sets of Byzantine processes are not counted apart.
  Rational orders = 1;
  // The same, but initiators are not counted apart either.
  Rational identifier_orders = 1;
  int initiator = -1;          // the only place that may start, if initiators.kind is `one`
  std::size_t topology = 0;    // index into the scenario's
  std::vector<int> byzantine;  // ascending places
};

// The machine asks this: may the process at that place start spontaneously?
bool may_start(const Scenario&, const Instance&, int place);

// For one order of identifiers, these two go through every single initiator, where exactly one process
// starts, and through every set of Byzantine processes. The first case comes without identifiers. next_case
// returns false after the last one, and the instance is then the first one again.
Instance first_case(const Scenario&);
bool next_case(const Scenario&, Instance&);

// A colour for each place. Places differ in colour if the scenario treats them differently: the root, the
// listed initiators, the listed Byzantine processes. Only automorphisms that keep colours are symmetries of
// the scenario.
std::vector<int> colours(const Scenario&);

// Hands out the instances of a scenario one by one: topology by topology; on each, every order of identifiers
// in descending lexicographic order; with each, every case. With symmetry it hands out only the greatest
// instance of each class that automorphisms map onto each other, and that one stands for its class.
class Instances {
 public:
  explicit Instances(const Scenario&);

  // False when there are no more. Throws LimitReached if limits are in force.
  bool next(Instance& instance);

 private:
  void begin_topology();
  bool advance();
  bool next_order();
  // How many instances are in the class of which ids_ and case_ are the greatest; 0 if they are not the
  // greatest.
  struct Class {
    Rational cases = 0;   // Initiators are counted apart.
    Rational orders = 0;  // They are not.
  };
  Class class_size() const;

  const Scenario& scenario_;
  Identifiers::Kind kind_;
  Rational orders_of_each_ = 1;  // An anonymous model cannot tell orders apart, so one stands for all.
  std::size_t topology_ = 0;
  bool exhausted_ = false;

  // Of the current topology:
  std::vector<int> ids_;
  Instance case_;  // Its identifiers are in ids_ instead.
  std::vector<bool> used_;
  Symmetry symmetry_;                       // without orbits if symmetry is not used
  std::vector<std::vector<int>> elements_;  // of its group; only where identifiers may repeat
};

// How many orders of identifiers a scenario covers on all its topologies together, as a decimal number,
// because it may exceed 64 bits.
std::string count_orders(const Scenario&);

}  // namespace conclave
