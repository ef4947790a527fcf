// All orders of identifiers by classes, for algorithms that only compare identifiers: two orders that answer
// every comparison alike that is asked in one of them have the same executions
// (docs/semantics/order-classes.md).
#pragma once

#include <utility>

#include "author/rational.hpp"
#include "scenario/partial_order.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// Hands out orders that together stand for all. Which orders one stands for is known only when it was
// explored, by what was asked: the rest of its region then comes back, cut into regions of its own. Depth
// first, so that few wait.
class OrderClasses {
 public:
  // Whether a scenario's orders can be explored that way: those of distinct identifiers that nobody
  // calculates with.
  static bool apply_to(const Scenario&);

  explicit OrderClasses(const Scenario&);

  // Some orders on one topology: all that agree with what is known.
  struct Region {
    std::size_t topology = 0;
    PartialOrder known;
  };
  // False: none waits. There may be more after add().
  bool next(Region&);
  void add(std::vector<Region> regions);

  // One order of a region, first with the first initiator and the first set of Byzantine processes.
  static Instance representative(const Scenario&, const Region&);

  // What its exploration covers of its region, by what it asked (places: of the smaller identifier, of the
  // larger; in any order): how many orders (and graphs); and what is left. Not whole: no more than the order
  // itself, because more might have been asked.
  struct Covered {
    Rational orders;
    std::vector<Region> left;
  };
  Covered covered(const Region&, const std::vector<std::pair<int, int>>& asked, bool whole) const;

 private:
  void begin_topology();

  const Scenario& scenario_;
  Rational drawings_ = 1;  // ways to draw n identifiers from the universe
  std::size_t topology_ = 0;
  std::vector<Rational> weights_;  // by topology begun: of each of its orders
  std::vector<Region> waiting_;                          // the next one last
};

}  // namespace conclave
