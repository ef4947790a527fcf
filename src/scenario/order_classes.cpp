#include "scenario/order_classes.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace conclave {

bool OrderClasses::apply_to(const Scenario& scenario) {
  const Model& model = *scenario.model;
  // Asked knows the places of the identifiers 1..n. (And 0 is Id(), which a model has without being given
  // it.)
  return scenario.reduction.order && scenario.identifiers.kind == Identifiers::Kind::all &&
         scenario.identifiers.least == 1 && !has(model.knows, Knowledge::number) && scenario.split.empty() &&
         !(model.anonymous && scenario.reduction.symmetry);
}

OrderClasses::OrderClasses(const Scenario& scenario)
    : scenario_(scenario), weights_(scenario.topologies.size()), alone_(scenario.topologies.size()) {
  for (int i = 0; i < scenario.processes; ++i) {
    drawings_ *= scenario.universe() - i;
    drawings_ /= i + 1;
  }
}

// Symmetry is one more thing that is known of an order: of those that automorphisms map onto each other, only
// the greatest is wanted. In it each place has the largest identifier that an automorphism can bring there
// without moving the places before it.
bool OrderClasses::next_topology(Region& region) {
  if (topology_ == scenario_.topologies.size()) return false;
  const Topology& topology = scenario_.topologies[topology_];
  Region all{topology_, PartialOrder(scenario_.processes)};
  Rational& weight = weights_[topology_] = drawings_ * topology.labellings;
  if (scenario_.reduction.symmetry) {
    const Symmetry group = symmetry(topology, colours(scenario_));
    for (std::size_t place = 0; place < group.orbits.size(); ++place) {
      for (const int other : group.orbits[place]) {
        if (other != static_cast<int>(place)) all.known.add(other, static_cast<int>(place));
      }
    }
    weight *= group.size;
  }
  const bool is_chain = all.known.neighbours().size() + 1 == static_cast<std::size_t>(scenario_.processes);
  alone_[topology_++] = is_chain && all.known.count() == 1 ? 1 : 0;
  region = std::move(all);
  return true;
}

Instance OrderClasses::representative(const Scenario& scenario, const Region& region) {
  Instance instance;
  for (const int id : region.known.one_order()) instance.ids.push_back(given_id(id));
  instance.topology = region.topology;
  first_case(scenario, instance);
  return instance;
}

OrderClasses::Covered OrderClasses::covered(const Region& region,
                                            const std::vector<std::pair<int, int>>& asked, bool whole) const {
  if (!whole) return {weights_[region.topology], {}};
  Covered covered;
  PartialOrder known = region.known;
  PartialOrder answers(scenario_.processes);
  for (const auto& [smaller, larger] : asked) answers.add(smaller, larger);
  // Comparisons of places near each other come first. They are asked under most orders, so that few regions
  // are cut twice.
  auto cuts = answers.neighbours();
  const auto distance = [&](const auto& pair) {
    const int apart = std::abs(pair.first - pair.second);
    return std::min(apart, scenario_.processes - apart);
  };
  std::ranges::stable_sort(cuts, {}, distance);
  for (const auto& [smaller, larger] : cuts) {
    if (known.knows(smaller, larger)) continue;
    // What is left here are the orders that answer all comparisons before this one alike, but this one
    // differently.
    covered.left.push_back({region.topology, known});
    covered.left.back().known.add(larger, smaller);
    known.add(smaller, larger);
  }
  covered.orders = known.count() * weights_[region.topology];
  return covered;
}

}  // namespace conclave
