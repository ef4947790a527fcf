#include "machine/values.hpp"

#include "scenario/order_classes.hpp"

namespace conclave {

Watched::Reliance reliance(const Scenario& scenario) {
  const bool symmetry = scenario.reduction.symmetry && scenario.identifiers.kind != Identifiers::Kind::listed;
  // Where ports have names, a symmetry keeps them.
  const bool ports = symmetry && !scenario.topologies.empty() && !scenario.topologies.front().named_ports;
  return {.identifiers = OrderClasses::apply_to(scenario),
          .places = symmetry,
          .ports = ports,
          .lists = ports && !scenario.lists_have_order};
}

Values::Values(const Scenario& scenario, const Watched::Reliance& relies)
    : scenario_(scenario),
      watched_(*scenario.model->program, relies),
      handlers_(watched_, asked_, scenario.faults.recover > 0),
      has_mailboxes_(scenario.lock_step() && scenario.model->program->timing() == Timing::body),
      channels_(scenario) {
  for (const Topology& topology : scenario.topologies) {
    if (has(scenario.model->knows, Knowledge::tree)) parents_.push_back(parents(topology));
    if (has(scenario.model->knows, Knowledge::diameter)) diameters_.push_back(diameter(topology));
  }
}

void Values::number() {
  channels_.load(instance_);
  lay_out_components();
  for (auto& contents : contents_) contents.clear();
  copy_index_.clear();
  copies_.clear();
  const auto n = static_cast<int>(processes());
  locals_.resize(processes());
  for (int i = 0; i < n; ++i) {
    Local& local = locals_[static_cast<std::size_t>(i)];
    local.role = find_role(i);
    local.values.clear();
    local.value_plus_one.clear();
    number(i, is_byzantine(i) ? handlers_.byzantine(local.role)
              : is_down(i)    ? handlers_.crashed(local.role, Handlers::initial)
                              : Handlers::initial);
  }
  alphabet_.clear();
  if (!instance_.byzantine.empty()) alphabet_ = handlers_.alphabet(ids());
}

void Values::lay_out_components() {
  const std::size_t n = processes();
  const std::size_t waiting = !scenario_.lock_step() ? channels_.size() : has_mailboxes_ ? n : 0;
  contents_.resize(waiting);
  waiting_end_ = n + (has_mailboxes_ && scenario_.faults.late > 0 ? 2 * n : waiting);
  component_count_ = waiting_end_ + (scenario_.model->copies_network ? n : 0);
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    if (scenario_.faults.*budgets[b].most > 0)
      budget_component_[b] = static_cast<std::uint32_t>(component_count_++);
  }
}

bool Values::find_largest() {
  const Id before = largest_;
  largest_ = *std::ranges::max_element(ids());
  return largest_ != before && has(scenario_.model->knows, Knowledge::largest);
}

void Values::note_largest() {
  if (!has(scenario_.model->knows, Knowledge::largest)) return;
  for (const Id id : ids()) {
    if (id != largest_) asked_.note(largest_, id);
  }
}

void Values::note_down() {
  if (!scenario_.down.goes_by_order()) return;
  const Id down = ids()[static_cast<std::size_t>(instance_.down.front())];
  for (const Id id : ids()) {
    if (id != down) asked_.note(down, id);
  }
}

Handlers::Role Values::find_role(int place) {
  const auto id = static_cast<std::size_t>(code_of(ids()[static_cast<std::size_t>(place)]));
  if (roles_of_ != instance_.topology) roles_.clear();
  roles_of_ = instance_.topology;
  roles_.resize(std::max(roles_.size(), processes()));
  auto& of_place = roles_[static_cast<std::size_t>(place)];
  if (id < of_place.size() && of_place[id]) return *of_place[id];
  const Handlers::Role role = handlers_.role(surroundings(place));
  const bool of_others =
      has(scenario_.model->knows, Knowledge::largest | Knowledge::neighbours | Knowledge::down);
  if (of_others || handlers_.role_compares(role)) return role;
  of_place.resize(std::max(of_place.size(), id + 1));
  of_place[id] = role;
  return role;
}

Surroundings Values::surroundings(int place) const {
  const Model& model = *scenario_.model;
  const Knowledge knows = model.knows;
  const auto& neighbours = channels_.neighbours(static_cast<std::size_t>(place));
  Surroundings around;
  around.ports = static_cast<int>(neighbours.size());
  around.parameters = scenario_.parameters;
  if (!model.anonymous) around.id = ids()[static_cast<std::size_t>(place)];
  if (has(knows, Knowledge::place | Knowledge::addresses)) around.place = given_place(place);
  if (has(knows, Knowledge::largest)) around.largest = largest_;
  if (has(knows, Knowledge::processes)) around.processes = scenario_.processes;
  if (has(knows, Knowledge::diameter)) around.diameter = diameters_[instance_.topology];
  if (scenario_.lock_step()) around.in_ports = channels_.in_ports(static_cast<std::size_t>(place));
  if (model.rooted()) around.root = place == 0;
  if (has(knows, Knowledge::tree)) {
    const auto& parent = parents_[instance_.topology][static_cast<std::size_t>(place)];
    if (parent) around.parent = code_of(*parent);
  }
  for (const int neighbour : neighbours) {
    if (has(knows, Knowledge::neighbours))
      around.neighbours.push_back(ids()[static_cast<std::size_t>(neighbour)]);
    if (has(knows, Knowledge::addresses)) around.addresses.push_back(given_place(neighbour));
    if (has(knows, Knowledge::down) && !instance_.down.empty()) around.down.push_back(is_down(neighbour));
  }
  return around;
}

std::uint32_t Values::number(int process, Handlers::State state) {
  Local& local = locals_[static_cast<std::size_t>(process)];
  if (state >= local.value_plus_one.size()) local.value_plus_one.resize(state + 1, 0);
  if (local.value_plus_one[state] == 0) {
    // Asking for the facts also notes the comparisons on which they rest.
    local.values.push_back({state, handlers_.facts(local.role, state)});
    local.value_plus_one[state] = static_cast<std::uint32_t>(local.values.size());
  }
  return local.value_plus_one[state] - 1;
}

std::vector<std::optional<Encoded>> Values::content(int channel, std::uint32_t value) const {
  std::vector<std::optional<Encoded>> messages;
  for (const auto message : contents_[static_cast<std::size_t>(channel)].at(value)) {
    messages.push_back(message == Handlers::notice ? std::nullopt
                                                   : std::optional(handlers_.message(message)));
  }
  // The numbers of messages depend on what ran before, so they are sorted by value.
  if (scenario_.network != Network::fifo) std::ranges::sort(messages);
  return messages;
}

std::uint32_t Values::number_copy(const std::vector<std::uint32_t>& network) {
  const auto [at, added] = copy_index_.try_emplace(network, static_cast<std::uint32_t>(copies_.size() + 1));
  if (added) copies_.push_back(&at->first);
  return at->second;
}

std::vector<std::uint32_t> Values::copy(std::uint32_t value) const {
  if (value == 0) return {};
  return *copies_[value - 1];
}

}  // namespace conclave
