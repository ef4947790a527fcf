// What is to be checked, for one number of processes: a model, what surrounds its processes, and which
// choices are left open. The command makes scenarios of its options, and replay makes one of a trace. The
// engine then explores every instance of a scenario (instances.hpp).
#pragma once

#include <boost/describe/enum.hpp>
#include <optional>
#include <string>
#include <vector>

#include "program/event.hpp"
#include "program/model.hpp"
#include "program/split.hpp"
#include "scenario/faults.hpp"
#include "scenario/topology.hpp"

namespace conclave {

// No identifier is larger. Drawing marks those that are taken in a list as long as the universe.
inline constexpr int max_universe = 1'000'000;

// Which processes may start spontaneously; the others wake on their first message.
struct Initiators {
  enum class Kind {
    any,      // Every process may start, or may wait for ever.
    all,      // Every process starts, before it handles a message.
    listed,   // The listed places start.
    counted,  // Exactly `count` processes start; every set of so many is tried in turn.
  };
  Kind kind = Kind::any;
  std::vector<int> places = {};  // if listed: ascending, each once
  int count = 1;                 // if counted: at least 1
};

// Which processes are down from the beginning: they have crashed before anything happens.
struct Down {
  enum class Kind {
    nobody,
    listed,    // The listed places are down.
    counted,   // Exactly `count` processes are down; every set of so many is tried in turn.
    largest,   // The process with the largest identifier is down.
    smallest,  // The process with the smallest identifier is down.
  };
  Kind kind = Kind::nobody;
  std::vector<int> places = {};  // if listed: ascending, each once
  int count = 1;                 // if counted: at least 1

  bool anybody() const { return kind != Kind::nobody; }
  // Does the order of the identifiers say who it is?
  bool goes_by_order() const { return kind == Kind::largest || kind == Kind::smallest; }
  int how_many() const {
    return kind == Kind::nobody ? 0 : kind == Kind::listed ? static_cast<int>(places.size()) : count;
  }
};

// Which identifiers the processes have. An order gives each place its identifier.
struct Identifiers {
  enum class Kind {
    all,         // Every order of distinct identifiers is tried.
    listed,      // Only the listed order is tried.
    equal,       // All processes have the same identifier.
    duplicates,  // Every assignment is tried, repetitions included.
  };
  Kind kind = Kind::all;
  std::vector<int> listed;  // if listed: place by place
  int universe = 0;         // Identifiers are drawn from so many; 0 stands for the number of processes.
  int least = 1;            // the least of these
};

// Which infinite executions count. A process owes an action if fairness may demand it: a delivery, or the
// next step of a process that runs. Weak fairness leaves out executions in which an owed action stays enabled
// for ever and is never taken; strong fairness also those in which it is enabled again and again.
enum class Fairness { weak, strong, none };
BOOST_DESCRIBE_ENUM(Fairness, weak, strong, none)

// Which executions need not be explored, because others stand for them (docs/semantics/).
struct Reduction {
  bool symmetry = true;  // One order stands for all that automorphisms of the topology make of it.
  bool order = true;     // One order stands for all in which every comparison has the same answer.
  bool independence =
      true;  // One execution stands for all that only swap steps which do not affect each other.

  bool draws = true;  // Of what processes draw by lot in one round, one order stands for all that are alike.

  static constexpr Reduction none() { return {false, false, false, false}; }
  void operator|=(const Reduction& other) {
    symmetry |= other.symmetry;
    order |= other.order;
    independence |= other.independence;
    draws |= other.draws;
  }
};

struct Scenario {
  const Model* model = nullptr;
  int processes = 1;
  std::string topology;              // as the user named it
  std::vector<Topology> topologies;  // the one of that name, or every one of a family
  Encoded parameters;                // the model's
  Network network{};
  Faults faults;
  std::vector<int> byzantine_at;  // ascending places, as many as faults.byzantine; empty: every set of them
  Initiators initiators;
  Down down;
  Identifiers identifiers;
  Fairness fairness = Fairness::weak;
  Reduction reduction;
  bool lists_have_order = true;  // Symmetry must be right also if the model fills lists port by port.
  PropertySet properties;        // those that are asked for
  // Executions are looked at up to the first configuration in which this event has come. This is for costs
  // alone: of properties nothing is asked then.
  std::optional<Event> until;
  // Messages are also counted apart by these; if there are any, every order of identifiers is explored.
  std::vector<Split> split;

  // How many identifiers there are to draw from.
  int universe() const { return identifiers.universe == 0 ? processes : identifiers.universe; }
  // Is somebody gone in some configuration, or does somebody do what it likes?
  bool may_miss_somebody() const { return faults.any() || down.anybody(); }
  // A spontaneous start is owed, unless a process may as well wait for ever.
  bool start_is_owed() const { return initiators.kind != Initiators::Kind::any; }
  bool lock_step() const { return network == Network::rounds; }
};

// The notation that claims, traces and the command share: any, all, one, count:2, or places such as 0,2.
std::string describe(const Initiators&);
// The same: largest, smallest, count:2, or places. It is empty if nobody is down.
std::string describe(const Down&);

}  // namespace conclave
