#include "scenario/scenario.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>

namespace conclave {

bool may_start(const Scenario& scenario, const Instance& instance, int place) {
  const Initiators& initiators = scenario.initiators;
  if (initiators.kind == Initiators::Kind::one) return place == instance.initiator;
  return initiators.kind != Initiators::Kind::listed || std::ranges::binary_search(initiators.places, place);
}

Instances::Instances(const Scenario& scenario)
    : universe_(scenario.universe()), kind_(scenario.identifiers.kind) {
  const int n = scenario.processes;
  if (scenario.initiators.kind == Initiators::Kind::one) initiator_ = n - 1;
  used_.assign(static_cast<std::size_t>(universe_) + 1, false);
  switch (kind_) {
    case Identifiers::Kind::listed:
      ids_ = scenario.identifiers.listed;
      break;
    case Identifiers::Kind::equal:
      ids_.assign(static_cast<std::size_t>(n), 1);
      break;
    case Identifiers::Kind::duplicates:
      ids_.assign(static_cast<std::size_t>(n), universe_);
      break;
    case Identifiers::Kind::all:
      for (int i = 0; i < n; ++i) {
        ids_.push_back(universe_ - i);
        used_[static_cast<std::size_t>(universe_ - i)] = true;
      }
      break;
  }
  if (!scenario.reduction.symmetry || kind_ == Identifiers::Kind::listed) return;
  // Only automorphisms that keep what else depends on places: the list of initiators.
  const auto& listed = scenario.initiators.places;
  std::ranges::copy_if(scenario.topology.automorphisms, std::back_inserter(symmetries_),
                       [&](const auto& map) {
                         return std::ranges::all_of(listed, [&](int place) {
                           return std::ranges::binary_search(listed, map[static_cast<std::size_t>(place)]);
                         });
                       });
}

bool Instances::next(Instance& instance) {
  while (!exhausted_) {
    const std::uint64_t orders = class_size();
    if (orders > 0) {
      instance.ids.clear();
      for (const int id : ids_) instance.ids.emplace_back(id);
      instance.orders = orders;
      instance.initiator = initiator_;
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
  return next_order();
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
      int high = universe_;
      while (!is_free(high)) --high;
      used_[static_cast<std::size_t>(high)] = true;
      ids_[after] = high;
    }
    return true;
  }
  return false;
}

std::uint64_t Instances::class_size() const {
  if (symmetries_.empty()) return 1;
  std::uint64_t stabiliser = 0;
  for (const auto& map : symmetries_) {
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
  return symmetries_.size() / stabiliser;
}

std::string count_orders(const Scenario& scenario) {
  boost::multiprecision::cpp_int count = 1;
  const int universe = scenario.universe();
  for (int i = 0; i < scenario.processes; ++i) {
    if (scenario.identifiers.kind == Identifiers::Kind::all) count *= universe - i;
    if (scenario.identifiers.kind == Identifiers::Kind::duplicates) count *= universe;
  }
  return count.str();
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
