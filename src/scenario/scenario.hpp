// What is to be checked, for one number of processes: the model, its surroundings and the choices that are
// open.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"
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

struct Reduction {
  bool symmetry = true;
};

struct Scenario {
  const Model* model = nullptr;
  int processes = 1;
  Topology topology;
  Network network{};
  Initiators initiators;
  Identifiers identifiers;
  Fairness fairness = Fairness::weak;
  Reduction reduction;
  PropertySet properties;

  int universe() const { return identifiers.universe == 0 ? processes : identifiers.universe; }
  // If a place starts spontaneously, is that owed, or optional?
  bool start_is_owed() const { return initiators.kind != Initiators::Kind::any; }
};

// One order of identifiers, and where only one process starts, which: what one exploration explores.
struct Instance {
  std::vector<Id> ids;       // by place
  std::uint64_t orders = 1;  // how many such cases it stands for
  int initiator = -1;        // the only place that may start, if initiators.kind is `one`
};
// May this place start spontaneously?
bool may_start(const Scenario&, const Instance&, int place);

// Hands out the instances of a scenario one by one: every order of identifiers in lexicographic order,
// descending, each with every single initiator where there is one; or under symmetry only the greatest of
// each class that an automorphism maps onto each other.
class Instances {
 public:
  explicit Instances(const Scenario&);

  // False when there are no more.
  bool next(Instance& instance);

 private:
  bool advance();
  bool next_order();
  // The size of the class if `ids_` with `initiator_` is its greatest, otherwise 0.
  std::uint64_t class_size() const;

  std::vector<int> ids_;
  int initiator_ = -1;
  std::vector<bool> used_;
  int universe_;
  Identifiers::Kind kind_;
  bool exhausted_ = false;
  std::vector<std::vector<int>> symmetries_;
};

// How many orders a scenario covers, as a decimal string (it may exceed 64 bits).
std::string count_orders(const Scenario&);

// As --initiators has it: any, all, one, or places.
std::string describe(const Initiators&);

}  // namespace conclave
