#include "scenario/instances.hpp"

#include <algorithm>
#include <compare>
#include <numeric>

#include "program/limits.hpp"

namespace conclave {

bool may_start(const Scenario& scenario, const Instance& instance, int place) {
  const Initiators& initiators = scenario.initiators;
  if (initiators.kind == Initiators::Kind::one) return place == instance.initiator;
  return initiators.kind != Initiators::Kind::listed || std::ranges::binary_search(initiators.places, place);
}

Instance first_case(const Scenario& scenario) {
  Instance instance;
  const int n = scenario.processes;
  if (scenario.initiators.kind == Initiators::Kind::one) instance.initiator = n - 1;
  instance.byzantine.resize(static_cast<std::size_t>(std::min(scenario.faults.byzantine, n)));
  std::iota(instance.byzantine.begin(), instance.byzantine.end(), 0);
  if (!scenario.byzantine_at.empty()) instance.byzantine = scenario.byzantine_at;
  return instance;
}

namespace {

// Goes on to the next set of equally many places, in lexicographic order. After the last one it goes back to
// the first and returns false.
bool next_set(std::vector<int>& places, int n) {
  const int count = static_cast<int>(places.size());
  for (int k = count - 1; k >= 0; --k) {
    int& place = places[static_cast<std::size_t>(k)];
    if (place == n - count + k) continue;
    std::iota(places.begin() + k, places.end(), place + 1);
    return true;
  }
  std::iota(places.begin(), places.end(), 0);
  return false;
}

}  // namespace

bool next_case(const Scenario& scenario, Instance& instance) {
  if (scenario.byzantine_at.empty() && next_set(instance.byzantine, scenario.processes)) return true;
  if (instance.initiator > 0) {
    --instance.initiator;
    return true;
  }
  if (instance.initiator == 0) instance.initiator = scenario.processes - 1;
  return false;
}

std::vector<int> colours(const Scenario& scenario) {
  std::vector<int> colours(static_cast<std::size_t>(scenario.processes), 0);
  for (const int place : scenario.initiators.places) colours[static_cast<std::size_t>(place)] = 1;
  for (const int place : scenario.byzantine_at) colours[static_cast<std::size_t>(place)] += 4;
  if (scenario.model->rooted()) colours[0] += 2;
  return colours;
}

namespace {

Rational orders_of_one_topology(const Scenario& scenario) {
  Rational count = 1;
  const int universe = scenario.universe();
  for (int i = 0; i < scenario.processes; ++i) {
    if (scenario.identifiers.kind == Identifiers::Kind::all) count *= universe - i;
    if (scenario.identifiers.kind == Identifiers::Kind::duplicates) count *= universe;
  }
  return count;
}

// Where identifiers may repeat, all elements of the group are compared with each order. A larger group would
// take too long, so it is not used.
constexpr std::size_t most_elements = 50'000;

}  // namespace

Instances::Instances(const Scenario& scenario) : scenario_(scenario), kind_(scenario.identifiers.kind) {
  if (scenario.model->anonymous && scenario.reduction.symmetry && kind_ != Identifiers::Kind::listed) {
    kind_ = Identifiers::Kind::equal;
    orders_of_each_ = orders_of_one_topology(scenario);
  }
  begin_topology();
}

void Instances::begin_topology() {
  const int n = scenario_.processes;
  const int universe = scenario_.universe();
  ids_.clear();
  case_ = first_case(scenario_);
  case_.topology = topology_;
  used_.assign(static_cast<std::size_t>(universe) + 1, false);
  switch (kind_) {
    case Identifiers::Kind::listed:
      ids_ = scenario_.identifiers.listed;
      break;
    case Identifiers::Kind::equal:
      ids_.assign(static_cast<std::size_t>(n), 1);
      break;
    case Identifiers::Kind::duplicates:
      ids_.assign(static_cast<std::size_t>(n), universe);
      break;
    case Identifiers::Kind::all:
      for (int i = 0; i < n; ++i) {
        ids_.push_back(universe - i);
        used_[static_cast<std::size_t>(universe - i)] = true;
      }
      break;
  }
  symmetry_ = {};
  elements_.clear();
  if (!scenario_.reduction.symmetry || kind_ == Identifiers::Kind::listed) return;
  symmetry_ = symmetry(scenario_.topologies[topology_], colours(scenario_));
  if (kind_ == Identifiers::Kind::all) return;
  elements_ = elements(symmetry_, most_elements);
  if (elements_.empty()) symmetry_ = {};
}

bool Instances::next(Instance& instance) {
  while (!exhausted_) {
    // Of millions of orders, symmetry may leave out all but a few.
    if (const Limits* const limits = LimitsInForce::get()) limits->poll();
    const Class size = class_size();
    if (size.cases > 0) {
      instance = case_;
      for (const int id : ids_) instance.ids.push_back(given_id(id));
      // An anonymous model cannot tell orders apart, but a user wants to tell the processes apart.
      if (kind_ != scenario_.identifiers.kind && scenario_.identifiers.kind == Identifiers::Kind::all) {
        for (int i = 0; i < scenario_.processes; ++i)
          instance.ids[static_cast<std::size_t>(i)] = given_id(scenario_.universe() - i);
      }
      const Rational each = orders_of_each_ * scenario_.topologies[topology_].labellings;
      instance.orders = size.cases * each;
      instance.identifier_orders = size.orders * each;
    }
    exhausted_ = !advance();
    if (size.cases > 0) return true;
  }
  return false;
}

bool Instances::advance() {
  if (next_case(scenario_, case_) || next_order()) return true;
  if (++topology_ == scenario_.topologies.size()) return false;
  begin_topology();
  return true;
}

// Goes on to the next smaller order, as an odometer does: the last place that can still go down does so, and
// all places after it start high again.
bool Instances::next_order() {
  if (kind_ == Identifiers::Kind::listed || kind_ == Identifiers::Kind::equal) return false;
  const bool distinct = kind_ == Identifiers::Kind::all;
  const auto is_free = [&](int id) { return !distinct || !used_[static_cast<std::size_t>(id)]; };
  for (std::size_t at = ids_.size(); at-- > 0;) {
    used_[static_cast<std::size_t>(ids_[at])] = false;
    int id = ids_[at] - 1;
    while (id > 0 && !is_free(id)) --id;
    if (id == 0) continue;
    used_[static_cast<std::size_t>(id)] = true;
    ids_[at] = id;
    for (std::size_t after = at + 1; after < ids_.size(); ++after) {
      int high = scenario_.universe();
      while (!is_free(high)) --high;
      used_[static_cast<std::size_t>(high)] = true;
      ids_[after] = high;
    }
    return true;
  }
  return false;
}

Instances::Class Instances::class_size() const {
  if (symmetry_.orbits.empty()) return {1, 1};
  if (kind_ == Identifiers::Kind::all) {
    // Identifiers are distinct: no automorphism but the identity keeps an order, so every class is as large
    // as the group. In the greatest order of a class, each place has the largest identifier that an
    // automorphism can bring there without moving the places before it.
    for (std::size_t k = 0; k < ids_.size(); ++k) {
      for (const int place : symmetry_.orbits[k]) {
        if (ids_[static_cast<std::size_t>(place)] > ids_[k]) return {};
      }
    }
    return {symmetry_.size, symmetry_.size};
  }
  std::size_t of_order = 0;  // how many automorphisms keep the order
  std::size_t of_case = 0;   // how many of these keep the case too
  for (const auto& map : elements_) {
    // The mapped order is compared with this one, place by place.
    std::strong_ordering order = std::strong_ordering::equal;
    for (std::size_t place = 0; place < ids_.size() && order == 0; ++place) {
      order = ids_[static_cast<std::size_t>(map[place])] <=> ids_[place];
    }
    if (order == 0) ++of_order;
    // The mapped order has at `place` what this one has at map[place]. So its initiator is at the place that
    // the map leads to this one's initiator; the same goes for Byzantine processes.
    const auto mapped = [&](int place) {
      return static_cast<int>(std::ranges::find(map, place) - map.begin());
    };
    if (order == 0 && case_.initiator >= 0) order = mapped(case_.initiator) <=> case_.initiator;
    if (order == 0) {
      ++of_case;
      std::vector<int> byzantine;
      for (const int place : case_.byzantine) byzantine.push_back(mapped(place));
      std::ranges::sort(byzantine);
      order = byzantine <=> case_.byzantine;
    }
    if (order > 0) return {};
  }
  return {elements_.size() / of_case, elements_.size() / of_order};
}

std::string count_orders(const Scenario& scenario) {
  Rational topologies = 0;
  for (const Topology& topology : scenario.topologies) topologies += topology.labellings;
  return Rational(orders_of_one_topology(scenario) * topologies).str();
}

}  // namespace conclave
