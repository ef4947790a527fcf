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
  enum class Kind { any, all, listed };
  Kind kind = Kind::any;
  std::vector<int> places;  // when listed: sorted, distinct
};

struct Identifiers {
  enum class Kind { all, listed, equal, duplicates };
  Kind kind = Kind::all;
  std::vector<int> listed;  // when listed: place by place
  int universe = 0;         // identifiers are drawn from 1..universe; 0: n
};

enum class Fairness { weak };

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
  // May this place start spontaneously? If so, is it owed (listed, or everyone), or optional?
  bool may_start(int place) const;
  bool start_is_owed() const { return initiators.kind != Initiators::Kind::any; }
};

// One order of identifiers: what one exploration explores.
struct Instance {
  std::vector<Id> ids;       // by place
  std::uint64_t orders = 1;  // how many orders it stands for
};

// Hands out the instances of a scenario one by one: every order of identifiers in lexicographic order,
// descending, or under symmetry only the greatest of each class of orders that an automorphism maps onto each
// other.
class Instances {
 public:
  explicit Instances(const Scenario&);

  // False when there are no more.
  bool next(Instance& instance);

 private:
  bool advance();
  // The size of the class if `ids_` is its greatest, otherwise 0.
  std::uint64_t class_size() const;

  std::vector<int> ids_;
  std::vector<bool> used_;
  int universe_;
  Identifiers::Kind kind_;
  bool exhausted_ = false;
  std::vector<std::vector<int>> symmetries_;
};

// How many orders a scenario covers, as a decimal string (it may exceed 64 bits).
std::string count_orders(const Scenario&);

}  // namespace conclave
