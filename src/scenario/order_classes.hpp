// The orders of identifiers of a scenario, class by class. If an algorithm only compares identifiers, two
// orders that give every comparison the same answer have the same executions, so that one of them stands for
// both (docs/semantics/order-classes.md). The sweep of the engine explores one order of each class.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "author/rational.hpp"
#include "scenario/instances.hpp"
#include "scenario/partial_order.hpp"

namespace conclave {

// Divides orders into regions: sets of orders on one topology that agree with what is known. The engine
// explores one order of a region and reports which comparisons were asked. All orders of the region that
// answer them alike are then covered. The others come back as smaller regions.
class OrderClasses {
 public:
  // A scenario can be explored class by class if all orders of distinct identifiers are wanted, and if the
  // model does nothing with identifiers but compare them. An anonymous model under symmetry has one class
  // anyway.
  static bool apply_to(const Scenario&);

  explicit OrderClasses(const Scenario&);

  struct Region {
    std::size_t topology = 0;  // index into the scenario's
    PartialOrder known;
  };
  // All orders on the next topology, less those that symmetry leaves out. Returns false after the last
  // topology. Meanwhile other threads may ask the rest about topologies that were begun.
  bool next_topology(Region&);

  std::size_t topologies() const { return scenario_.topologies.size(); }

  // Is there but one order on the region's topology, because symmetry maps all others to it? Then nothing can
  // be shared.
  bool is_alone(const Region& region) const { return alone_[region.topology] != 0; }

  // One order of a region, with its first case (first_case in instances.hpp).
  static Instance representative(const Scenario&, const Region&);

  // What the exploration of the representative covers, and what is left of the region.
  struct Covered {
    Rational orders;  // for how many orders, on how many labelled graphs, the representative stands
    std::vector<Region> left;
  };
  // A pair that was asked names the place of the smaller identifier first; pairs may come in any order. If
  // the exploration is not whole, more might have been asked, so that it covers the representative only.
  Covered covered(const Region&, const std::vector<std::pair<int, int>>& asked, bool whole) const;

 private:
  const Scenario& scenario_;
  Rational drawings_ = 1;  // in how many ways the identifiers can be drawn from the universe
  std::size_t topology_ = 0;
  // By topology, if it was begun: for how many orders each of its orders stands; and is_alone().
  std::vector<Rational> weights_;
  std::vector<char> alone_;
};

}  // namespace conclave
