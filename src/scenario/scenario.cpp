#include "scenario/scenario.hpp"

#include <algorithm>
#include <numeric>

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

// The next set of as many places, in lexicographic order; false: back to the first.
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

// The root, a list of initiators, and of Byzantine processes.
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
    const Class size = class_size();
    if (size.cases > 0) {
      instance = case_;
      for (const int id : ids_) instance.ids.emplace_back(id);
      // All orders are one to an anonymous model, but a user wants to see the processes told apart.
      if (kind_ != scenario_.identifiers.kind && scenario_.identifiers.kind == Identifiers::Kind::all) {
        for (int i = 0; i < scenario_.processes; ++i)
          instance.ids[static_cast<std::size_t>(i)] = Id(scenario_.universe() - i);
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

Instances::Class Instances::class_size() const {
  if (symmetry_.orbits.empty()) return {1, 1};
  if (kind_ == Identifiers::Kind::all) {
    // Distinct identifiers: no automorphism but the identity keeps an order, so all classes have the group's
    // size. The greatest has at each place the largest that can be brought there without moving those before.
    for (std::size_t k = 0; k < ids_.size(); ++k) {
      for (const int place : symmetry_.orbits[k]) {
        if (ids_[static_cast<std::size_t>(place)] > ids_[k]) return {};
      }
    }
    return {symmetry_.size, symmetry_.size};
  }
  std::size_t of_order = 0;  // how many automorphisms keep it
  std::size_t of_case = 0;
  for (const auto& map : elements_) {
    // Compare the mapped order with this one, place by place.
    std::strong_ordering order = std::strong_ordering::equal;
    for (std::size_t place = 0; place < ids_.size() && order == 0; ++place) {
      order = ids_[static_cast<std::size_t>(map[place])] <=> ids_[place];
    }
    if (order == 0) ++of_order;
    // The mapped order has at `place` what was at map[place]; so its initiator is where the map leads to this
    // one's, and so are its Byzantine processes.
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

bool independence_applies(const Scenario& scenario) {
  if (!scenario.reduction.independence || scenario.lock_step() || scenario.model->copies_network)
    return false;
  if (!scenario.reduction.provisos.no_statements) return true;
  const auto stated = scenario.model->program->statements();
  for (std::size_t k = 0; k < stated.size(); ++k) {
    if (stated[k].form != Form::every_step &&
        scenario.properties.contains(static_cast<PropertyId>(standard_count + k)))
      return false;
  }
  return true;
}

std::string option_name(std::string_view name) {
  std::string option(name);
  std::ranges::replace(option, '_', '-');
  return option;
}

std::string objection_to(const Scenario& scenario) {
  const Model& model = *scenario.model;
  const Faults& faults = scenario.faults;
  const bool rounds = scenario.lock_step();
  if (rounds != model.program->lock_step()) {
    return rounds ? "--network rounds is for models that are written for lock step, such as lcr; " +
                        model.full_name() + " runs on fifo, bag or set"
                  : model.full_name() + " is written for lock step: it needs --network rounds";
  }
  if (!model.sleeps && scenario.initiators.kind != Initiators::Kind::all &&
      scenario.initiators.kind != Initiators::Kind::any)
    return "--initiators: in " + model.full_name() +
           " everyone takes part from the first round; the right ones are all";
  if (!faults.any()) return "";
  std::string what = faults.byzantine > 0 ? "--byzantine" : "";
  for (const auto& [name, most] : budgets) {
    const std::string option = "--" + option_name(name);
    if (what.empty() && faults.*most > 0) what = option;
    if (faults.*most < 0 || faults.*most > max_budget)
      return option + ": budgets go from 0 to " + std::to_string(max_budget);
  }
  if (faults.byzantine < 0 || faults.byzantine > max_budget)
    return "--byzantine: budgets go from 0 to " + std::to_string(max_budget);
  if (scenario.network == Network::set) {
    return what +
           " needs a network on which messages travel, --network fifo or bag; on set they stay for ever and "
           "may "
           "be read again by whom they are for";
  }
  if (model.copies_network) {
    return what + " makes no sense for " + model.full_name() +
           ", whose processes overwrite the whole network with old copies";
  }
  if (rounds && faults.duplicate > 0)
    return "--duplicate needs --network fifo or bag; in lock step a message arrives in its round or not at "
           "all";
  if (faults.late > 0 && model.program->timing() != Timing::body)
    return "--late needs a model with mailboxes, such as bully, where a message can be a round late; " +
           model.full_name() + " has none";
  if (!rounds && faults.recover > 0) return "--recover needs lock step, --network rounds";
  if (faults.recover > 0 && faults.crash == 0)
    return "--recover needs --crash: nobody recovers who did not crash";
  if (faults.byzantine_messages > 0 && faults.byzantine == 0)
    return "--byzantine-messages needs --byzantine: how many processes send them";
  if (rounds && faults.byzantine_messages > 0)
    return "--byzantine-messages needs --network fifo or bag; in lock step a Byzantine process sends one "
           "message "
           "or none through each port in each round";
  if (faults.byzantine > 0 && !model.program->alphabet({Id(1)}))
    return "--byzantine needs to know which messages there are, and " + model.full_name() +
           " does not say (`alphabet`, src/program/program.hpp)";
  return "";
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
