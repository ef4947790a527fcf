// What is to be checked, for one number of processes: the model, its surroundings and the choices that are
// open.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "author/rational.hpp"
#include "program/model.hpp"
#include "scenario/symmetry.hpp"
#include "scenario/topology.hpp"

namespace conclave {

// The engine's limit on -n, and on --universe: cells of a configuration are counted at compile time.
inline constexpr int max_processes = 64;
inline constexpr int max_universe = 1'000'000;

struct Initiators {
  enum class Kind { any, all, listed, one };  // one: exactly one place, each in turn
  Kind kind = Kind::any;
  std::vector<int> places;  // when listed: sorted, distinct
};

struct Identifiers {
  enum class Kind { all, listed, equal, duplicates };
  Kind kind = Kind::all;
  std::vector<int> listed;  // when listed: place by place
  int universe = 0;         // identifiers are drawn from 1..universe; 0: n
};

// Of the infinite executions, which count: those that take every owed action that is enabled from some point
// on in every configuration (weak), that is enabled again and again (strong), or all of them (none).
enum class Fairness { weak, strong, none };
BOOST_DESCRIBE_ENUM(Fairness, weak, strong, none)

// On what independence rests (docs/semantics/independence.md). Tests drop one at a time, to see
// what each is for.
struct Provisos {
  bool no_fault_left = true;     // where the steps of one process stand for all
  bool channels_filled = true;   // of that process, all that lead to it
  bool channels_its_own = true;  // nobody else reads them, and it does not write them
  bool step_owed = true;         // by that process
  bool every_step_acts = true;   // none leaves the configuration as it is
  bool steps_commute = true;     // where a single one stands for all: with all that its process may do
  bool whatever_comes = true;    // before: not only with what it may do at once
  bool broken_alike = true;      // by these, whichever comes first
  bool decisions_stay = true;    // nobody ever takes one back
  bool no_statements = true;     // about whole configurations are asked for
  bool answers_alike = true;     // of orders that share what is known, as far as that rests on them
};

// What need not be explored because it is like something that is (docs/semantics/README.md).
struct Reduction {
  bool symmetry = true;      // orders that an automorphism of the topology maps onto each other
  bool order = true;         // orders that answer all comparisons alike
  bool independence = true;  // executions that differ in the order of steps that do not touch each other
  Provisos provisos{};

  static constexpr Reduction none() { return {false, false, false, {}}; }
  void operator|=(const Reduction& other) {
    symmetry |= other.symmetry;
    order |= other.order;
    independence |= other.independence;
  }
};

// What the adversary may do, at most so often in one execution.
struct Faults {
  int loss = 0;                // messages that vanish
  int duplicate = 0;           // messages that arrive once more; not in lock step
  int crash = 0;               // processes that stop
  int late = 0;                // messages that arrive a round late; round bodies only
  int recover = 0;             // crashed processes that begin anew; lock step only
  int byzantine = 0;           // processes that send what they like: exactly so many (if there are)
  int byzantine_messages = 0;  // that these may send in all; not in lock step

  bool any() const { return *this != Faults{}; }
  friend bool operator==(const Faults&, const Faults&) = default;
};
inline constexpr int max_budget = 250;
inline constexpr int usual_byzantine_messages = 2;

struct FaultKind {
  std::string_view name;  // as files have it; as an option it has a dash for the underscore
  int Faults::*most;
};
// Those that are counted while an execution goes on: what is left of them is part of a configuration.
inline constexpr std::array<FaultKind, 6> budgets{{{"loss", &Faults::loss},
                                                   {"duplicate", &Faults::duplicate},
                                                   {"crash", &Faults::crash},
                                                   {"late", &Faults::late},
                                                   {"recover", &Faults::recover},
                                                   {"byzantine_messages", &Faults::byzantine_messages}}};

struct Scenario {
  const Model* model = nullptr;
  int processes = 1;
  std::string topology;              // as --topology has it
  std::vector<Topology> topologies;  // one, or every one of a family
  Encoded parameters;                // the model's
  Network network{};
  Faults faults;
  std::vector<int> byzantine_at;  // sorted places, as many as faults.byzantine; empty: every choice of them
  Initiators initiators;
  Identifiers identifiers;
  Fairness fairness = Fairness::weak;
  Reduction reduction;
  PropertySet properties;

  int universe() const { return identifiers.universe == 0 ? processes : identifiers.universe; }
  // If a place starts spontaneously, is that owed, or optional?
  bool start_is_owed() const { return initiators.kind != Initiators::Kind::any; }
  bool lock_step() const { return network == Network::rounds; }
};

// One topology with one order of identifiers, and, where only one process starts or some are Byzantine,
// which: what one exploration explores.
struct Instance {
  std::vector<Id> ids;  // by place
  // How many orders of identifiers (and graphs) it stands for, with their initiators where there is just one;
  // and without those. Which processes are Byzantine makes no more of them.
  Rational orders = 1;
  Rational identifier_orders = 1;
  int initiator = -1;          // the only place that may start, if initiators.kind is `one`
  std::size_t topology = 0;    // of the scenario's
  std::vector<int> byzantine;  // places, ascending
};
// May this place start spontaneously?
bool may_start(const Scenario&, const Instance&, int place);

// Goes through the cases of an order of identifiers: with every single initiator, where there is just one,
// and every set of Byzantine processes. first_case: an instance without identifiers. next_case: false: that
// was the last one; it is the first again.
Instance first_case(const Scenario&);
bool next_case(const Scenario&, Instance&);

// By place: what else of a scenario depends on it. Only automorphisms that keep it are symmetries.
std::vector<int> colours(const Scenario&);

// Hands out the instances of a scenario one by one: topology after topology, every order of identifiers in
// lexicographic order, descending, each with every single initiator where there is one, and every set of
// Byzantine processes; or under symmetry only the greatest of each class that an automorphism maps onto each
// other.
class Instances {
 public:
  explicit Instances(const Scenario&);

  // False when there are no more.
  bool next(Instance& instance);

 private:
  void begin_topology();
  bool advance();
  bool next_order();
  // How many orders there are in the class, with their initiators and without, if `ids_` in `case_` is its
  // greatest; otherwise 0.
  struct Class {
    Rational cases = 0;
    Rational orders = 0;
  };
  Class class_size() const;

  const Scenario& scenario_;
  Identifiers::Kind kind_;
  Rational orders_of_each_ = 1;  // to an anonymous model all orders are one
  std::size_t topology_ = 0;
  bool exhausted_ = false;

  // Of the topology:
  std::vector<int> ids_;
  Instance case_;  // but for its identifiers
  std::vector<bool> used_;
  Symmetry symmetry_;                       // of size 1: none
  std::vector<std::vector<int>> elements_;  // of its group; only where identifiers may repeat
};

// How many cases (topologies times orders of identifiers) a scenario covers, as a decimal string (it may
// exceed 64 bits).
std::string count_orders(const Scenario&);

// Whether independence can reduce anything here (docs/semantics/independence.md): not where whoever may
// still send can change what a process has to choose from, nor where properties look at whole configurations.
bool independence_applies(const Scenario&);

// A name as an option has it.
std::string option_name(std::string_view name);

// Why the model cannot run on that network, with those faults and initiators: what is wrong, and what would
// be right. Empty: it can.
std::string objection_to(const Scenario&);

// As --initiators has it: any, all, one, or places.
std::string describe(const Initiators&);

}  // namespace conclave
