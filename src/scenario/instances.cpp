#include "scenario/instances.hpp"

#include <algorithm>
#include <compare>
#include <numeric>

#include "program/limits.hpp"

namespace conclave {

bool may_start(const Scenario& scenario, const Instance& instance, int place) {
  const Initiators& initiators = scenario.initiators;
  if (initiators.kind == Initiators::Kind::counted)
    return std::ranges::binary_search(instance.initiators, place);
  return initiators.kind != Initiators::Kind::listed || std::ranges::binary_search(initiators.places, place);
}

namespace {

// Sets of equally many places among some that may be taken, in lexicographic order. All lists are ascending.
class Sets {
 public:
  Sets(int processes, const std::vector<int>& taken, const std::vector<int>& also_taken = {}) {
    for (int place = 0; place < processes; ++place) {
      if (!std::ranges::binary_search(taken, place) && !std::ranges::binary_search(also_taken, place))
        from_.push_back(place);
    }
  }
  int size() const { return static_cast<int>(from_.size()); }
  std::vector<int> first(int count) const { return {from_.begin(), from_.begin() + count}; }
  std::vector<int> last(int count) const { return {from_.end() - count, from_.end()}; }

  // After the last set comes the first one again, and the result is false.
  bool next(std::vector<int>& set) const {
    for (std::size_t k = set.size(); k-- > 0;) {
      const auto at = std::ranges::find(from_, set[k]) - from_.begin();
      const auto behind =
          static_cast<std::ptrdiff_t>(set.size() - k);  // the place itself, and those after it
      if (at + behind == std::ssize(from_)) continue;
      std::copy_n(from_.begin() + at + 1, behind, set.begin() + static_cast<std::ptrdiff_t>(k));
      return true;
    }
    set = first(static_cast<int>(set.size()));
    return false;
  }
  // The other way round.
  bool previous(std::vector<int>& set) const {
    for (std::size_t k = set.size(); k-- > 0;) {
      const auto at = std::ranges::find(from_, set[k]) - from_.begin();
      if (at == 0 || (k > 0 && from_[static_cast<std::size_t>(at - 1)] == set[k - 1])) continue;
      set[k] = from_[static_cast<std::size_t>(at - 1)];
      const auto after = static_cast<std::ptrdiff_t>(set.size() - k - 1);
      std::copy(from_.end() - after, from_.end(), set.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      return true;
    }
    set = last(static_cast<int>(set.size()));
    return false;
  }

 private:
  std::vector<int> from_;
};

// Whoever is listed to start or to be Byzantine is not down.
Sets may_be_down(const Scenario& scenario) {
  return {scenario.processes, scenario.initiators.places, scenario.byzantine_at};
}
Sets may_initiate(const Scenario& scenario, const Instance& instance) {
  return {scenario.processes, instance.down};
}

void first_initiators(const Scenario& scenario, Instance& instance) {
  instance.initiators.clear();
  if (scenario.initiators.kind == Initiators::Kind::counted)
    instance.initiators = may_initiate(scenario, instance).last(scenario.initiators.count);
}

void first_byzantine(const Scenario& scenario, Instance& instance) {
  instance.byzantine = scenario.byzantine_at;
  if (!scenario.byzantine_at.empty() || scenario.faults.byzantine == 0) return;
  const Sets sets(scenario.processes, instance.down);
  instance.byzantine = sets.first(std::min(scenario.faults.byzantine, sets.size()));
}

}  // namespace

void first_case(const Scenario& scenario, Instance& instance) {
  const Down& down = scenario.down;
  instance.down.clear();
  if (down.kind == Down::Kind::listed) instance.down = down.places;
  if (down.kind == Down::Kind::counted) instance.down = may_be_down(scenario).last(down.count);
  if (down.goes_by_order()) {
    const auto at = down.kind == Down::Kind::largest ? std::ranges::max_element(instance.ids)
                                                     : std::ranges::min_element(instance.ids);
    instance.down = {static_cast<int>(at - instance.ids.begin())};
  }
  first_initiators(scenario, instance);
  first_byzantine(scenario, instance);
}

bool next_case(const Scenario& scenario, Instance& instance) {
  if (scenario.byzantine_at.empty() && !instance.byzantine.empty() &&
      Sets(scenario.processes, instance.down).next(instance.byzantine))
    return true;
  if (scenario.initiators.kind == Initiators::Kind::counted &&
      may_initiate(scenario, instance).previous(instance.initiators))
    return true;
  if (scenario.down.kind != Down::Kind::counted) return false;
  const bool is_new = may_be_down(scenario).previous(instance.down);
  first_initiators(scenario, instance);
  first_byzantine(scenario, instance);
  return is_new;
}

bool has_one_case(const Scenario& scenario) {
  Instance instance;
  for (int id = 1; id <= scenario.processes; ++id) instance.ids.push_back(given_id(id));
  first_case(scenario, instance);
  return !next_case(scenario, instance);
}

std::vector<int> colours(const Scenario& scenario) {
  std::vector<int> colours(static_cast<std::size_t>(scenario.processes), 0);
  for (const int place : scenario.initiators.places) colours[static_cast<std::size_t>(place)] = 1;
  for (const int place : scenario.byzantine_at) colours[static_cast<std::size_t>(place)] += 4;
  for (const int place : scenario.down.places) colours[static_cast<std::size_t>(place)] += 8;
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
  case_.topology = topology_;
  used_.assign(static_cast<std::size_t>(universe) + 1, false);
  switch (kind_) {
    case Identifiers::Kind::listed:
      for (const int id : scenario_.identifiers.listed) ids_.push_back(id - scenario_.identifiers.least + 1);
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
  begin_order();
  symmetry_ = {};
  elements_.clear();
  if (!scenario_.reduction.symmetry || kind_ == Identifiers::Kind::listed) return;
  symmetry_ = symmetry(scenario_.topologies[topology_], colours(scenario_));
  if (kind_ == Identifiers::Kind::all) return;
  elements_ = elements(symmetry_, most_elements);
  if (elements_.empty()) symmetry_ = {};
}

void Instances::begin_order() {
  case_.ids.clear();
  for (const int id : ids_) case_.ids.push_back(given(id));
  first_case(scenario_, case_);
}

bool Instances::next(Instance& instance) {
  while (!exhausted_) {
    // Of millions of orders, symmetry may leave out all but a few.
    if (const Limits* const limits = LimitsInForce::get()) limits->poll();
    const Class size = class_size();
    if (size.cases > 0) {
      instance = case_;
      // An anonymous model cannot tell orders apart, but a user wants to tell the processes apart.
      if (kind_ != scenario_.identifiers.kind && scenario_.identifiers.kind == Identifiers::Kind::all) {
        for (int i = 0; i < scenario_.processes; ++i)
          instance.ids[static_cast<std::size_t>(i)] = given(scenario_.universe() - i);
      }
      const Rational each = orders_of_each_ * scenario_.topologies[topology_].labellings;
      instance.orders = size.cases * each;
      instance.identifier_orders = size.orders * each;
    }
    exhausted_ = !(size.cases > 0 ? advance() : advance_beyond(size.until));
    if (size.cases > 0) return true;
  }
  return false;
}

bool Instances::advance() { return next_case(scenario_, case_) || advance_beyond(ids_.size()); }

bool Instances::advance_beyond(std::size_t until) {
  if (until == 0) return advance();
  if (next_order(until)) {
    begin_order();
    return true;
  }
  if (++topology_ == scenario_.topologies.size()) return false;
  begin_topology();
  return true;
}

// Goes on to the next smaller order that differs before the place `until`, as an odometer does: the last such
// place that can still go down does so, and all places after it start high again.
bool Instances::next_order(std::size_t until) {
  if (kind_ == Identifiers::Kind::listed || kind_ == Identifiers::Kind::equal) return false;
  const bool distinct = kind_ == Identifiers::Kind::all;
  const auto is_free = [&](int id) { return !distinct || !used_[static_cast<std::size_t>(id)]; };
  for (std::size_t after = until; after < ids_.size(); ++after)
    used_[static_cast<std::size_t>(ids_[after])] = false;
  for (std::size_t at = until; at-- > 0;) {
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
      for (const int other : symmetry_.orbits[k]) {
        const auto place = static_cast<std::size_t>(other);
        if (ids_[place] > ids_[k]) return {.until = std::max(place, k) + 1};
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
    // The mapped order has at `place` what this one has at map[place]. So its initiators are at the places
    // that the map leads to this one's initiators; the same goes for the other sets.
    const auto mapped = [&](const std::vector<int>& places) {
      std::vector<int> others;
      for (const int place : places)
        others.push_back(static_cast<int>(std::ranges::find(map, place) - map.begin()));
      std::ranges::sort(others);
      return others;
    };
    if (order == 0) order = mapped(case_.down) <=> case_.down;
    if (order == 0) order = mapped(case_.initiators) <=> case_.initiators;
    if (order == 0) {
      ++of_case;
      order = mapped(case_.byzantine) <=> case_.byzantine;
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
