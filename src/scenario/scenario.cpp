#include "scenario/scenario.hpp"

#include <algorithm>

namespace conclave {

bool may_start(const Scenario& scenario, const Instance& instance, int place) {
  const Initiators& initiators = scenario.initiators;
  if (initiators.kind == Initiators::Kind::one) return place == instance.initiator;
  return initiators.kind != Initiators::Kind::listed || std::ranges::binary_search(initiators.places, place);
}

namespace {

using Integer = boost::multiprecision::cpp_int;

Integer orders_of_one_topology(const Scenario& scenario) {
  Integer count = 1;
  const int universe = scenario.universe();
  for (int i = 0; i < scenario.processes; ++i) {
    if (scenario.identifiers.kind == Identifiers::Kind::all) count *= universe - i;
    if (scenario.identifiers.kind == Identifiers::Kind::duplicates) count *= universe;
  }
  return count;
}

// Only automorphisms that keep what else depends on places count: the root, and a list of initiators.
std::vector<int> colours(const Scenario& scenario) {
  std::vector<int> colours(static_cast<std::size_t>(scenario.processes), 0);
  for (const int place : scenario.initiators.places) colours[static_cast<std::size_t>(place)] = 1;
  if (scenario.model->rooted()) colours[0] += 2;
  return colours;
}

// Where identifiers repeat, the group is gone through element by element; larger ones are not used.
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
  initiator_ = scenario_.initiators.kind == Initiators::Kind::one ? n - 1 : -1;
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
    const Integer orders = class_size();
    if (orders > 0) {
      instance.ids.clear();
      for (const int id : ids_) instance.ids.emplace_back(id);
      // All orders are one to an anonymous model, but a user wants to see the processes told apart.
      if (kind_ != scenario_.identifiers.kind && scenario_.identifiers.kind == Identifiers::Kind::all) {
        for (int i = 0; i < scenario_.processes; ++i)
          instance.ids[static_cast<std::size_t>(i)] = Id(scenario_.universe() - i);
      }
      instance.orders = orders * orders_of_each_;
      instance.initiator = initiator_;
      instance.topology = topology_;
    }
    exhausted_ = !advance();
    if (orders > 0) return true;
  }
  return false;
}

bool Instances::advance() {
  if (initiator_ > 0) {
    --initiator_;
    return true;
  }
  if (initiator_ == 0) initiator_ = static_cast<int>(ids_.size()) - 1;
  if (next_order()) return true;
  if (++topology_ == scenario_.topologies.size()) return false;
  begin_topology();
  return true;
}

// The next smaller order, as an odometer: the last place that can still go down does, all after it start high
// again.
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

Instances::Integer Instances::class_size() const {
  if (symmetry_.orbits.empty()) return 1;
  if (kind_ == Identifiers::Kind::all) {
    // Distinct identifiers: no automorphism but the identity keeps an order, so all classes have the group's
    // size. The greatest has at each place the largest that can be brought there without moving those before.
    for (std::size_t k = 0; k < ids_.size(); ++k) {
      for (const int place : symmetry_.orbits[k]) {
        if (ids_[static_cast<std::size_t>(place)] > ids_[k]) return 0;
      }
    }
    return symmetry_.size;
  }
  std::size_t stabiliser = 0;
  for (const auto& map : elements_) {
    // Compare the mapped order with this one, place by place.
    std::strong_ordering order = std::strong_ordering::equal;
    for (std::size_t place = 0; place < ids_.size() && order == 0; ++place) {
      order = ids_[static_cast<std::size_t>(map[place])] <=> ids_[place];
    }
    // The mapped order has at `place` what was at map[place]; so its initiator is where the map leads to this
    // one's.
    if (order == 0 && initiator_ >= 0) {
      const auto mapped = std::ranges::find(map, initiator_) - map.begin();
      order = static_cast<int>(mapped) <=> initiator_;
    }
    if (order > 0) return 0;
    if (order == 0) ++stabiliser;
  }
  return elements_.size() / stabiliser;
}

std::string count_orders(const Scenario& scenario) {
  return Integer(orders_of_one_topology(scenario) * scenario.topologies.size()).str();
}

std::string describe(const Initiators& initiators) {
  switch (initiators.kind) {
    case Initiators::Kind::any:
      return "any";
    case Initiators::Kind::all:
      return "all";
    case Initiators::Kind::one:
      return "one";
    case Initiators::Kind::listed:
      break;
  }
  std::string places;
  for (const int place : initiators.places) places += (places.empty() ? "" : ",") + std::to_string(place);
  return places;
}

}  // namespace conclave
