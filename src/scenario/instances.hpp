// Which instances a scenario has. An instance is what one exploration explores: one topology with one order
// of identifiers and, where the scenario leaves these open, with one set of processes that are down, one set
// of initiators and one set of Byzantine processes.
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
  // For how many cases it stands. A case is one topology with one order of identifiers, and with those that
  // are down and its initiators where it is counted how many these are. Sets of Byzantine processes are not
  // counted apart.
  Rational orders = 1;
  // The same, but neither who is down nor initiators are counted apart.
  Rational identifier_orders = 1;
  std::size_t topology = 0;  // index into the scenario's
  // These are ascending places. No place is in two of the lists.
  std::vector<int> down = {};
  std::vector<int> initiators = {};  // the only ones that may start, if initiators.kind is `counted`
  std::vector<int> byzantine = {};

  friend bool operator==(const Instance&, const Instance&) = default;
  // Is it the same start, that is, are the same processes down, and do the same ones start?
  bool starts_like(const Instance& other) const {
    return down == other.down && initiators == other.initiators;
  }
};

// The machine asks this: may the process at that place start spontaneously, if it is not down?
bool may_start(const Scenario&, const Instance&, int place);

// For one order of identifiers, these two go through every set of processes that are down, of initiators and
// of Byzantine processes, where it is counted how many these are. They set these lists of the instance and
// change nothing else. next_case returns false after the last one, and the instance is then the first one
// again.
void first_case(const Scenario&, Instance&);
bool next_case(const Scenario&, Instance&);
// Does every order of identifiers have one case only?
bool has_one_case(const Scenario&);

// A colour for each place. Places differ in colour if the scenario treats them differently: the root, the
// listed initiators, those that are listed as down or as Byzantine. Only automorphisms that keep colours are
// symmetries of the scenario.
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
  // Leaves out all orders with the same identifiers before this place; 0: only this case is left out.
  bool advance_beyond(std::size_t until);
  bool next_order(std::size_t until);
  Id given(int id) const { return given_id(id + scenario_.identifiers.least - 1); }
  void begin_order();
  // How many instances are in the class of which ids_ and case_ are the greatest; 0 if they are not the
  // greatest.
  struct Class {
    Rational cases = 0;   // Starts are counted apart.
    Rational orders = 0;  // They are not.
    // No order with the same identifiers before this place is the greatest of its class; 0: not known.
    std::size_t until = 0;
  };
  Class class_size() const;

  const Scenario& scenario_;
  Identifiers::Kind kind_;
  Rational orders_of_each_ = 1;  // An anonymous model cannot tell orders apart, so one stands for all.
  std::size_t topology_ = 0;
  bool exhausted_ = false;

  // Of the current topology:
  std::vector<int> ids_;  // 1 stands for the least identifier
  Instance case_;         // with these identifiers
  std::vector<bool> used_;
  Symmetry symmetry_;                       // without orbits if symmetry is not used
  std::vector<std::vector<int>> elements_;  // of its group; only where identifiers may repeat
};

// How many orders of identifiers a scenario covers on all its topologies together, as a decimal number,
// because it may exceed 64 bits.
std::string count_orders(const Scenario&);

}  // namespace conclave
