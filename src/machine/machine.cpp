#include "machine/commuting.hpp"
#include "machine/rounds.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "scenario/order_classes.hpp"

namespace conclave {

Machine::Machine(const Scenario& scenario)
    : scenario_(scenario), handlers_(*scenario.model->program, asked_) {
  if (scenario.lock_step()) rounds_ = std::make_unique<Rounds>(*this);
  for (const Statement& s : scenario.model->program->statements())
    stated_.push_back(s.form == Form::every_step ? s.name : std::string_view());
  for (const Topology& topology : scenario.topologies) {
    if (has(scenario.model->knows, Knowledge::tree)) parents_.push_back(parents(topology));
    if (has(scenario.model->knows, Knowledge::diameter)) diameters_.push_back(diameter(topology));
  }
}

Machine::~Machine() = default;

void Machine::load(const Instance& instance, std::uint32_t cell_limit) {
  instance_ = instance;
  if (commuting_) commuting_->forget();
  cell_limit_ = cell_limit;
  largest_value_ = 0;
  find_extremes();
  build_channels();
  const std::size_t n = ids().size();
  const Faults& faults = scenario_.faults;
  // Where messages wait: channels, or the mailboxes of processes and those for what is late.
  const std::size_t waiting = !rounds_ ? channels_.size() : has_mailboxes() ? n : 0;
  budgets_ =
      n + (has_mailboxes() && faults.late > 0 ? 2 * n : waiting) + (scenario_.model->copies_network ? n : 0);
  component_count_ = budgets_;
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    if (faults.*budgets[b].most > 0) budget_component_[b] = static_cast<std::uint32_t>(component_count_++);
  }
  sites_.clear();
  if (!rounds_) build_sites();

  contents_.resize(waiting);
  for (auto& contents : contents_) contents.clear();
  records_.clear();
  details_.clear();
  actions_.clear();
  push_targets_.clear();
  copy_index_.clear();
  copies_.clear();
  locals_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    Local& local = locals_[i];
    local.role = handlers_.role(surroundings(static_cast<int>(i)));
    local.state.clear();
    local.facts.clear();
    local.value_plus_one.clear();
    const bool byzantine = is_byzantine(static_cast<int>(i));
    local_value(static_cast<int>(i), byzantine ? handlers_.byzantine(local.role) : Handlers::initial);
  }
  alphabet_.clear();
  if (!instance.byzantine.empty()) alphabet_ = handlers_.alphabet(ids());
  if (rounds_) rounds_->load();
}

bool Machine::reorder() {
  if (commuting_) commuting_->forget();
  const Id before = largest_;
  find_extremes();
  const bool knows_largest = has(scenario_.model->knows, Knowledge::largest);
  return !handlers_.states_compare() && (largest_ == before || !knows_largest);
}

Commuting& Machine::commuting() {
  if (!commuting_) commuting_ = std::make_unique<Commuting>(*this);
  return *commuting_;
}

StandsFor Machine::stands_for(RecordIndex r, std::uint32_t local) {
  const Detail& detail = details_[r];
  const std::size_t process = records_[r].process;
  return commuting().find(static_cast<int>(process), locals_[process].state[local], detail.kind,
                          detail.channel, detail.message);
}

bool Machine::any_commutes() { return commuting().any(); }

void Machine::find_extremes() {
  largest_ = *std::ranges::max_element(ids());
  favourite_ = scenario_.model->elects == Elects::smallest ? *std::ranges::min_element(ids()) : largest_;
  if (!OrderClasses::apply_to(scenario_)) return;
  asked_.begin(ids(), scenario_.universe());
  const bool speaks_of_largest = has(scenario_.model->knows, Knowledge::largest);
  note_favourite();
  for (const Id id : ids()) {
    if (speaks_of_largest && id != largest_) note_order(largest_, id);
  }
}

// Channels follow the topology's edges; addressed by identifier, the receivers are whoever has it: one
// mailbox for each identifier, or, where order matters (fifo), one queue for each sender and identifier.
void Machine::build_channels() {
  if (built_for_ == instance_.topology) return;
  add_channels();
  built_for_.reset();
  if (scenario_.model->addressing != Addressing::by_identifier) built_for_ = instance_.topology;
}

void Machine::add_channels() {
  const std::size_t n = ids().size();
  channels_.clear();
  channel_by_port_.assign(n, {});
  neighbours_.assign(n, {});
  in_ports_.assign(n, 0);
  const bool by_identifier = scenario_.model->addressing == Addressing::by_identifier;
  {
    for (const Link& ports : topology().links) {
      const auto sender = static_cast<std::size_t>(ports.from);
      const auto receiver = static_cast<std::size_t>(ports.to);
      in_ports_[receiver] = std::max(in_ports_[receiver], static_cast<int>(ports.in) + 1);
      Channel channel;
      channel.sender = static_cast<int>(sender);
      channel.out = ports.out;
      if (by_identifier) {
        channel.by_identifier = true;
        channel.receiver = ids()[receiver];
        if (scenario_.network != Network::fifo) channel.sender = -1;
        for (std::size_t i = 0; i < n; ++i) {
          if (ids()[i] == channel.receiver) channel.readers.push_back({static_cast<int>(i), Port{}});
        }
      } else {
        channel.readers.push_back({static_cast<int>(receiver), ports.in});
      }
      auto known = channels_.end();
      if (by_identifier) {
        known = std::ranges::find_if(channels_, [&](const Channel& other) {
          return other.sender == channel.sender && other.receiver == channel.receiver;
        });
      }
      auto& of_sender = channel_by_port_[sender];
      of_sender.resize(std::max(of_sender.size(), static_cast<std::size_t>(ports.out) + 1), -1);
      of_sender[static_cast<std::size_t>(ports.out)] = static_cast<int>(known - channels_.begin());
      neighbours_[sender].resize(of_sender.size(), -1);
      neighbours_[sender][static_cast<std::size_t>(ports.out)] = static_cast<int>(receiver);
      if (known == channels_.end()) channels_.push_back(std::move(channel));
    }
  }
}

void Machine::build_sites() {
  const auto n = static_cast<std::uint32_t>(ids().size());
  std::size_t sites = 0;
  const auto add_site = [&](Site::Kind kind, std::uint32_t first, std::uint32_t second, int process,
                            int channel = -1) -> Site& {
    if (sites == sites_.size()) sites_.emplace_back();
    Site& site = sites_[sites++];
    site.kind = kind;
    site.first = first;
    site.second = second;
    site.process = static_cast<std::uint32_t>(process);
    site.channel = channel;
    site.port = Port{};
    site.own_steps = false;
    site.its_own = false;
    return site;
  };
  first_site_.clear();
  for (std::uint32_t i = 0; i < n; ++i) {
    first_site_.push_back(sites);
    const int process = static_cast<int>(i);
    bool first = true;
    for (std::uint32_t c = 0; c < channels_.size(); ++c) {
      for (const auto& reader : channels_[c].readers) {
        if (reader.process != process) continue;
        Site& site = add_site(Site::Kind::process, i, n + c, process, static_cast<int>(c));
        site.port = reader.port;
        site.its_own = channels_[c].readers.size() == 1 && channels_[c].sender != process;
        site.own_steps = first;
        first = false;
      }
    }
    if (first) add_site(Site::Kind::process, i, i, process).own_steps = true;
  }
  first_site_.push_back(sites);
  const auto counter = [&](int Faults::*most) {
    const auto at = std::ranges::find(budgets, most, &FaultKind::most) - budgets.begin();
    return budget_component_[static_cast<std::size_t>(at)];
  };
  for (const auto& [kind, most] :
       {std::pair(Site::Kind::loss, &Faults::loss), std::pair(Site::Kind::duplicate, &Faults::duplicate)}) {
    for (std::uint32_t c = 0; scenario_.faults.*most > 0 && c < channels_.size(); ++c)
      add_site(kind, counter(most), n + c, channels_[c].readers.front().process, static_cast<int>(c));
  }
  for (std::uint32_t i = 0; scenario_.faults.crash > 0 && i < n; ++i)
    add_site(Site::Kind::crash, i, counter(&Faults::crash), static_cast<int>(i));
  for (const int liar : instance_.byzantine) {
    if (scenario_.faults.byzantine_messages == 0) break;
    const auto& ports = channel_by_port_[static_cast<std::size_t>(liar)];
    for (const int c : std::set(ports.begin(), ports.end())) {  // several ports may lead into the same
      add_site(Site::Kind::forge, counter(&Faults::byzantine_messages), n + static_cast<std::uint32_t>(c),
               liar, c);
    }
  }
  sites_.resize(sites);
}

Surroundings Machine::surroundings(int place) const {
  const Model& model = *scenario_.model;
  const Knowledge knows = model.knows;
  const auto& neighbours = neighbours_[static_cast<std::size_t>(place)];
  Surroundings around;
  around.ports = static_cast<int>(neighbours.size());
  around.parameters = scenario_.parameters;
  if (!model.anonymous) around.id = ids()[static_cast<std::size_t>(place)];
  if (has(knows, Knowledge::place | Knowledge::addresses)) around.place = Place(place);
  if (has(knows, Knowledge::largest)) around.largest = largest_;
  if (has(knows, Knowledge::processes)) around.processes = scenario_.processes;
  if (has(knows, Knowledge::diameter)) around.diameter = diameters_[instance_.topology];
  if (rounds_) around.in_ports = in_ports_[static_cast<std::size_t>(place)];
  if (model.rooted()) around.root = place == 0;
  if (has(knows, Knowledge::tree)) {
    const auto& parent = parents_[instance_.topology][static_cast<std::size_t>(place)];
    if (parent) around.parent = static_cast<int>(*parent);
  }
  for (const int neighbour : neighbours) {
    if (has(knows, Knowledge::neighbours))
      around.neighbours.push_back(ids()[static_cast<std::size_t>(neighbour)]);
    if (has(knows, Knowledge::addresses)) around.addresses.emplace_back(neighbour);
  }
  return around;
}

std::uint32_t Machine::local_value(int process, Handlers::State state) {
  Local& local = locals_[static_cast<std::size_t>(process)];
  if (state >= local.value_plus_one.size()) local.value_plus_one.resize(state + 1, 0);
  if (local.value_plus_one[state] == 0) {
    local.state.push_back(state);
    local.facts.push_back(handlers_.facts(local.role, state));  // and tells what they depend on
    local.value_plus_one[state] = checked(static_cast<std::uint32_t>(local.state.size() - 1)) + 1;
  }
  return local.value_plus_one[state] - 1;
}

Machine::Range Machine::steps(std::size_t s, std::uint32_t first, std::uint32_t second) {
  const Site& site = sites_[s];
  const auto begin = static_cast<RecordIndex>(records_.size());
  switch (site.kind) {
    case Site::Kind::process:
      add_of_process(site, first, second);
      break;
    case Site::Kind::loss:
    case Site::Kind::duplicate:
      add_of_network(site, first, second);
      break;
    case Site::Kind::forge:
      add_forging(site, first, second);
      break;
    case Site::Kind::crash:
      add_crash(site, first, second);
      break;
  }
  return {begin, static_cast<std::uint32_t>(records_.size()) - begin};
}

void Machine::add_of_process(const Site& site, std::uint32_t value, std::uint32_t content) {
  const int process = static_cast<int>(site.process);
  const Local& local = locals_[site.process];
  const Handlers::Role role = local.role;
  const Handlers::State state = local.state[value];
  const Facts facts = handlers_.facts(role, state);
  if (site.own_steps && may_start(process, facts))
    add(site, value, content, Step::Kind::start, 0, handlers_.start(role, state));
  if (site.own_steps && facts.running)
    add(site, value, content, Step::Kind::resume, 0, handlers_.resume(role, state));
  if (site.channel < 0 || !listens(facts)) return;
  const auto deliver = [&](Contents::Message message) {
    if (!handlers_.accepts(role, state, message)) return;
    add(site, value, content, Step::Kind::deliver, message,
        handlers_.receive(role, state, message, site.port));
  };
  if (scenario_.network == Network::fifo) {  // without a list of one
    const auto present = contents_[static_cast<std::size_t>(site.channel)].at(content);
    if (!present.empty()) deliver(present.front());
    return;
  }
  for (const auto message : offered(site.channel, content)) deliver(message);
}

// What a channel offers, in canonical order.
std::vector<Contents::Message> Machine::offered(int channel, std::uint32_t content) const {
  auto present = contents_[static_cast<std::size_t>(channel)].at(content);
  if (scenario_.network == Network::fifo && !present.empty()) present = present.first(1);
  std::vector<Contents::Message> messages(present.begin(), present.end());
  if (scenario_.network != Network::fifo) {
    const auto repeated = std::ranges::unique(messages);
    messages.erase(repeated.begin(), repeated.end());
    // By value, because the numbers of messages depend on what this machine ran before.
    std::ranges::sort(messages, {}, [&](auto m) -> const Encoded& { return handlers_.message(m); });
  }
  return messages;
}

void Machine::add_of_network(const Site& site, std::uint32_t used, std::uint32_t content) {
  const bool loss = site.kind == Site::Kind::loss;
  const int most = loss ? scenario_.faults.loss : scenario_.faults.duplicate;
  if (static_cast<int>(used) == most) return;
  Contents& contents = contents_[static_cast<std::size_t>(site.channel)];
  for (const auto message : offered(site.channel, content)) {
    if (message == Handlers::notice) continue;  // that somebody crashed is told reliably
    Record record{};
    record.first = used + 1;
    record.second = checked(loss ? contents.pop(scenario_.network, content, message)
                                 : contents.duplicate(scenario_.network, content, message));
    add_fault(site, record, loss ? Step::Kind::lose : Step::Kind::duplicate, message);
  }
}

void Machine::add_forging(const Site& site, std::uint32_t used, std::uint32_t content) {
  if (static_cast<int>(used) == scenario_.faults.byzantine_messages) return;
  const bool vanishes = !is_heard(static_cast<std::size_t>(site.channel));
  for (const auto message : alphabet_) {
    Record record{};
    record.first = used + 1;
    record.second = content;
    if (!vanishes) {
      Contents& contents = contents_[static_cast<std::size_t>(site.channel)];
      record.second = checked(contents.push(scenario_.network, content, message));
    }
    add_fault(site, record, Step::Kind::forge, message);
  }
}

// Does anybody take what this channel brings, as long as nobody crashes?
bool Machine::is_heard(std::size_t channel) const {
  return instance_.byzantine.empty() ||
         std::ranges::any_of(channels_[channel].readers,
                             [&](const auto& reader) { return !is_byzantine(reader.process); });
}

void Machine::add_crash(const Site& site, std::uint32_t value, std::uint32_t used) {
  const int process = static_cast<int>(site.process);
  if (facts(process, value).crashed || static_cast<int>(used) == scenario_.faults.crash) return;
  Record record{};
  record.first = local_value(process, handlers_.crashed(locals_[site.process].role));
  record.second = used + 1;
  record.crashes = true;
  record.changes_facts = true;
  if (scenario_.model->detects_crashes) {
    record.first_push = static_cast<std::uint32_t>(push_targets_.size());
    // One into each channel, also if several ports lead into the same.
    const auto& ports = channel_by_port_[site.process];
    for (const int channel : std::set(ports.begin(), ports.end())) {
      if (!is_heard(static_cast<std::size_t>(channel))) continue;
      push_targets_.push_back({static_cast<std::uint32_t>(channel), Handlers::notice});
      ++record.push_count;
    }
  }
  add_fault(site, record, Step::Kind::crash, 0);
}

void Machine::add_fault(const Site& site, Record record, Step::Kind kind, std::uint32_t message) {
  static const Handlers::Effect none{};
  record.cost = cost_of(none, false);
  record.process = static_cast<std::uint16_t>(site.process);
  records_.push_back(record);
  details_.push_back({&none, site.channel, message, kind});
}

// What a process breaks by a step of its own.
PropertySet Machine::broken_by(const Facts& then, const Facts& now, const Handlers::Effect& effect) const {
  PropertySet broken;
  if (then.decided && (!now.decided || now.belief != then.belief || now.leader != then.leader))
    broken.add(PropertyId::irrevocable);
  for (const auto& failure : effect.failures) {
    const auto own = std::ranges::find(stated_, failure) - stated_.begin();
    if (own < std::ssize(stated_)) {
      broken = broken | PropertySet::own(1U << own);
    } else {
      broken.add(PropertyId::assertions);
    }
  }
  if (effect.exception) broken.add(PropertyId::no_exception);
  return broken & scenario_.properties;
}

void Machine::add(const Site& site, std::uint32_t value, std::uint32_t content, Step::Kind kind,
                  std::uint32_t message, const Handlers::Effects& effects) {
  const bool delivery = kind == Step::Kind::deliver;
  const int process = static_cast<int>(site.process);
  const std::uint32_t after = delivery ? checked(contents_[static_cast<std::size_t>(site.channel)].pop(
                                             scenario_.network, content, message))
                                       : content;
  for (const auto& effect : effects) {
    const std::uint32_t local = local_value(process, effect.state);
    const std::uint16_t cost = cost_of(effect, delivery);
    const auto first_push = static_cast<std::uint32_t>(push_targets_.size());
    for (const auto& sent : effect.sent) {
      const auto channel = static_cast<std::size_t>(channel_of(process, sent));
      if (!is_heard(channel)) continue;
      push_targets_.push_back({static_cast<std::uint32_t>(channel), sent.message});
    }
    if (effect.sent.size() > std::numeric_limits<std::uint16_t>::max()) {
      throw ModelError("a handler sends more than 65535 messages in one step");
    }
    details_.emplace_back(&effect, site.channel, message, kind);
    Record& record = records_.emplace_back();  // from here on nothing throws
    record.first = local;
    record.second = after;
    record.first_push = first_push;
    record.push_count = static_cast<std::uint16_t>(push_targets_.size() - first_push);
    record.cost = cost;
    record.process = static_cast<std::uint16_t>(site.process);
    record.owed = kind != Step::Kind::start || scenario_.start_is_owed();
    record.copies = effect.loads_network || effect.stores_network;
    const Facts& then = facts(process, value);
    const Facts& now = facts(process, local);
    record.changes_facts =
        then.leader != now.leader || then.belief != now.belief || then.elects != now.elects;
    record.revokes = revokes(then, now);
    record.broken = broken_by(then, now, effect);
  }
}

// Whom it believes in may be gone, so that nothing else has compared the two.
bool Machine::is_right(const Facts& of, Id favourite) const {
  Id who(*of.belief);
  if (of.belief_is_place) {
    if (*of.belief < 0 || *of.belief >= std::ssize(ids())) return false;
    who = ids()[static_cast<std::size_t>(*of.belief)];
  }
  if (who == favourite) return true;
  if (std::ranges::find(ids(), who) == ids().end()) return false;
  if (order_matters()) note_order(who, favourite);
  return !ahead(favourite, who);
}

int Machine::channel_by_identifier(int sender, const Handlers::Sent& sent) const {
  const auto& ports = channel_by_port_[static_cast<std::size_t>(sender)];
  const auto at = std::ranges::find_if(
      ports, [&](int c) { return channels_[static_cast<std::size_t>(c)].receiver == Id(sent.to); });
  if (at == ports.end()) {
    throw ModelError("process with identifier " +
                     std::to_string(ids()[static_cast<std::size_t>(sender)].value()) +
                     " sends to identifier " + std::to_string(sent.to) + ", which is no neighbour's");
  }
  return *at;
}

std::uint16_t Machine::cost_of(const Handlers::Effect& effect, bool delivery) {
  // An effect is always that of a delivery, or never.
  if (effect.number >= cost_of_.size()) cost_of_.resize(2 * effect.number + 1, 0);
  std::uint16_t& known = cost_of_[effect.number];
  if (known != 0) return static_cast<std::uint16_t>(known - 1);
  std::vector<std::uint16_t> cost(scenario_.model->program->message_kinds().size() + 2, 0);
  cost.front() = static_cast<std::uint16_t>(effect.sent.size());
  for (const auto& sent : effect.sent) ++cost[handlers_.kind(sent.message) + 1];
  cost.back() = delivery ? 1 : 0;
  const std::uint16_t number = cost_number(cost);
  known = static_cast<std::uint16_t>(number + 1);
  return number;
}

std::uint16_t Machine::cost_number(const std::vector<std::uint16_t>& cost) {
  auto at = std::ranges::find(costs_, cost);
  if (at == costs_.end()) at = costs_.insert(at, cost);
  return static_cast<std::uint16_t>(at - costs_.begin());
}

Machine::Action Machine::key_of_action(RecordIndex r) const {
  const Detail& detail = details_[r];
  const bool its_own = detail.kind == Step::Kind::start || detail.kind == Step::Kind::resume;
  return {records_[r].process, static_cast<std::uint32_t>(its_own ? -1 : detail.channel), detail.message,
          static_cast<std::uint32_t>(detail.kind)};
}

std::uint32_t Machine::action(RecordIndex r) const {
  const auto unused = static_cast<std::uint32_t>(actions_.size());
  return actions_.try_emplace(key_of_action(r), unused).first->second;
}

bool Machine::is_same_action(RecordIndex a, RecordIndex b) const {
  return key_of_action(a) == key_of_action(b);
}

std::uint32_t Machine::intern_copy(const std::vector<std::uint32_t>& network) {
  const auto [at, added] = copy_index_.try_emplace(network, static_cast<std::uint32_t>(copies_.size() + 1));
  if (added) {
    copies_.push_back(&at->first);
    checked(at->second);
  }
  return at->second;
}

std::vector<std::uint32_t> Machine::copy(std::uint32_t value) const {
  if (value == 0) return {};
  return *copies_[value - 1];
}

void Machine::add_flights(std::vector<Snapshot::Flight>& flights, std::size_t c,
                          std::uint32_t content) const {
  if (rounds_) {  // what waits in a mailbox, whoever sent it
    for (const auto message : contents_[c].at(content)) {
      flights.push_back({.from = -1,
                         .to = static_cast<int>(c),
                         .to_identifier = {},
                         .message = handlers_.typed_message(message)});
    }
    return;
  }
  const Channel& channel = channels_[c];
  for (const auto message : contents_[c].at(content)) {
    if (is_notice(message)) continue;
    flights.push_back({.from = channel.sender,
                       .to = channel.by_identifier ? -1 : channel.readers.front().process,
                       .to_identifier = channel.receiver,
                       .message = handlers_.typed_message(message)});
  }
}

Step Machine::step(RecordIndex r) const {
  const Detail& detail = details_[r];
  Step step{.kind = detail.kind,
            .process = records_[r].process,
            .channel = -1,
            .message = {},
            .choices = detail.effect->choices,
            .events = {}};
  if (detail.kind == Step::Kind::round) {
    step.events = rounds_->events(r);
  } else if (detail.channel >= 0 && detail.kind != Step::Kind::start && detail.kind != Step::Kind::resume &&
             detail.kind != Step::Kind::crash) {
    step.channel = detail.channel;
    step.notice = is_notice(detail.message);
    step.message = handlers_.message(detail.message);
  }
  return step;
}

std::uint32_t Machine::fuss(RecordIndex r, int process_before) const {
  if (rounds_) return static_cast<std::uint32_t>(rounds_->event_count(r));
  return records_[r].process == process_before ? 0 : 1;
}

int Machine::rounds_claimed() const {
  const LooseConfiguration initial{std::vector<std::uint32_t>(component_count_, 0)};
  Comparisons comparisons;
  const int last = scenario_.model->program->rounds_claimed(View<LooseConfiguration>(*this, initial, 0));
  asked_.note(comparisons.notes);
  return last;
}

const std::vector<Machine::RoundSuccessor>& Machine::round_successors(
    const std::vector<std::uint32_t>& values) {
  return rounds_->expand(values);
}

const Encoded& Machine::local(int process, std::uint32_t value) const {
  const Local& local = locals_[static_cast<std::size_t>(process)];
  return handlers_.state(local.role, local.state[value]);
}

std::vector<std::optional<Encoded>> Machine::content(int channel, std::uint32_t value) const {
  std::vector<std::optional<Encoded>> messages;
  for (const auto message : contents_[static_cast<std::size_t>(channel)].at(value)) {
    messages.push_back(is_notice(message) ? std::nullopt : std::optional(handlers_.message(message)));
  }
  if (scenario_.network != Network::fifo)
    std::ranges::sort(messages);  // because numbers depend on what ran before
  return messages;
}

}  // namespace conclave
