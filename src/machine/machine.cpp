#include "machine/machine.hpp"

#include <algorithm>
#include <limits>

namespace conclave {

Machine::Machine(const Scenario& scenario) : scenario_(scenario), handlers_(*scenario.model->program) {}

void Machine::load(const Instance& instance, std::uint32_t cell_limit) {
  instance_ = instance;
  largest_ = *std::ranges::max_element(ids());
  cell_limit_ = cell_limit;
  build_channels();
  const std::size_t n = ids().size();
  component_count_ = n + channels_.size() + (scenario_.model->copies_network ? n : 0);

  contents_.resize(channels_.size());
  pushes_.resize(channels_.size());
  for (auto& contents : contents_) contents.clear();
  for (auto& pushes : pushes_) pushes.clear();
  records_.clear();
  details_.clear();
  push_targets_.clear();
  actions_.clear();
  copy_index_.clear();
  copies_.clear();
  locals_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    Local& local = locals_[i];
    local.role = handlers_.role(surroundings(static_cast<int>(i)));
    local.state.clear();
    local.facts.clear();
    local.value_plus_one.clear();
    local_value(static_cast<int>(i), Handlers::initial);
  }
}

// Channels follow the topology's edges; addressed by identifier, the receivers are whoever has it: one
// mailbox for each identifier, or, where order matters (fifo), one queue for each sender and identifier.
void Machine::build_channels() {
  const Graph& graph = scenario_.topology.graph;
  const std::size_t n = ids().size();
  channels_.clear();
  channel_by_port_.assign(n, {});
  const bool by_identifier = scenario_.model->addressing == Addressing::by_identifier;
  for (std::size_t sender = 0; sender < n; ++sender) {
    for (const auto edge : boost::make_iterator_range(boost::out_edges(sender, graph))) {
      const std::size_t receiver = boost::target(edge, graph);
      const ChannelPorts& ports = graph[edge];
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
      if (known == channels_.end()) channels_.push_back(std::move(channel));
    }
  }

  std::size_t sites = 0;
  const auto add_site = [&](std::size_t process, std::size_t component, int channel, Port port, bool first) {
    if (sites == sites_.size()) sites_.emplace_back();
    Site& site = sites_[sites++];
    site.table.clear();  // and keep its memory
    site.process = static_cast<std::uint32_t>(process);
    site.component = static_cast<std::uint32_t>(component);
    site.channel = channel;
    site.port = port;
    site.first = first;
  };
  for (std::size_t i = 0; i < n; ++i) {
    bool first = true;
    for (std::size_t c = 0; c < channels_.size(); ++c) {
      for (const auto& reader : channels_[c].readers) {
        if (reader.process != static_cast<int>(i)) continue;
        add_site(i, n + c, static_cast<int>(c), reader.port, first);
        first = false;
      }
    }
    if (first) add_site(i, i, -1, Port{}, true);
  }
  sites_.resize(sites);
}

Surroundings Machine::surroundings(int place) const {
  const Graph& graph = scenario_.topology.graph;
  const Knowledge knows = scenario_.model->knows;
  const auto vertex = static_cast<std::size_t>(place);
  Surroundings around;
  around.id = ids()[vertex];
  around.ports = static_cast<int>(boost::out_degree(vertex, graph));
  if (has(knows, Knowledge::place)) around.place = Place(place);
  if (has(knows, Knowledge::largest)) around.largest = largest_;
  if (has(knows, Knowledge::neighbours)) {
    around.neighbours.resize(static_cast<std::size_t>(around.ports));
    for (const auto edge : boost::make_iterator_range(boost::out_edges(vertex, graph))) {
      around.neighbours[static_cast<std::size_t>(graph[edge].out)] = ids()[boost::target(edge, graph)];
    }
  }
  return around;
}

std::uint32_t Machine::local_value(int process, Handlers::State state) {
  Local& local = locals_[static_cast<std::size_t>(process)];
  if (state >= local.value_plus_one.size()) local.value_plus_one.resize(state + 1, 0);
  if (local.value_plus_one[state] == 0) {
    local.state.push_back(state);
    local.facts.push_back(handlers_.facts(local.role, state));
    local.value_plus_one[state] = checked(static_cast<std::uint32_t>(local.state.size() - 1)) + 1;
  }
  return local.value_plus_one[state] - 1;
}

Machine::Steps Machine::fill(Site& site, std::uint32_t value, std::uint32_t content) {
  const int process = static_cast<int>(site.process);
  const Local& local = locals_[site.process];
  const Handlers::Role role = local.role;
  const Handlers::State state = local.state[value];
  const Facts facts = handlers_.facts(role, state);
  const auto first = static_cast<RecordIndex>(records_.size());
  if (site.first && facts.asleep && may_start(scenario_, instance_, process)) {
    add(site, value, content, Step::Kind::start, 0, handlers_.start(role, state));
  }
  if (site.first && facts.running)
    add(site, value, content, Step::Kind::resume, 0, handlers_.resume(role, state));
  const bool waits_for_start = facts.asleep && scenario_.initiators.kind == Initiators::Kind::all;
  if (site.channel >= 0 && facts.receptive && !waits_for_start) {
    auto present = contents_[static_cast<std::size_t>(site.channel)].at(content);
    if (scenario_.network == Network::fifo && !present.empty()) present = present.first(1);
    std::vector<Contents::Message> messages(present.begin(), present.end());
    if (scenario_.network != Network::fifo) {
      const auto repeated = std::ranges::unique(messages);
      messages.erase(repeated.begin(), repeated.end());
      // By value, because the numbers of messages depend on what this machine ran before.
      std::ranges::sort(messages, {}, [&](auto m) -> const Encoded& { return handlers_.message(m); });
    }
    for (const auto message : messages) {
      add(site, value, content, Step::Kind::deliver, message,
          handlers_.receive(role, state, message, site.port));
    }
  }
  return site.table.at(value, content) = {first, static_cast<std::uint32_t>(records_.size()) + 1};
}

void Machine::add(const Site& site, std::uint32_t value, std::uint32_t content, Step::Kind kind,
                  std::uint32_t message, const Handlers::Effects& effects) {
  const bool delivery = kind == Step::Kind::deliver;
  const int process = static_cast<int>(site.process);
  const std::uint32_t after = delivery ? checked(contents_[static_cast<std::size_t>(site.channel)].pop(
                                             scenario_.network, content, message))
                                       : content;
  const Action action{process, delivery ? site.channel : -1,
                      delivery ? message : static_cast<unsigned>(kind)};
  for (const auto& effect : effects) {
    const std::uint32_t local = local_value(process, effect.state);
    const Facts& then = facts(process, value);
    const Facts& now = facts(process, local);
    Record record{};
    record.delta = zobrist(site.process, value) ^ zobrist(site.process, local);
    if (site.channel >= 0) record.delta ^= zobrist(site.component, content) ^ zobrist(site.component, after);
    record.local = local;
    record.content = after;
    record.first_push = static_cast<std::uint32_t>(push_targets_.size());
    for (const auto& sent : effect.sent) {
      push_targets_.push_back({static_cast<std::uint32_t>(channel_of(process, sent)), sent.message});
    }
    if (effect.sent.size() > std::numeric_limits<std::uint16_t>::max()) {
      throw ModelError("a handler sends more than 65535 messages in one step");
    }
    record.push_count = static_cast<std::uint16_t>(effect.sent.size());
    record.cost = cost_of(effect, delivery);
    record.process = static_cast<std::uint16_t>(site.process);
    record.owed = kind != Step::Kind::start || scenario_.start_is_owed();
    record.copies = effect.loads_network || effect.stores_network;
    record.changes_facts =
        then.leader != now.leader || then.belief != now.belief || then.elects != now.elects;
    record.revokes = then.decided && (!now.decided || now.belief != then.belief);
    record.fails = !effect.failures.empty();
    records_.push_back(record);
    details_.push_back({&effect, action_of(action), site.channel, message, kind});
  }
}

int Machine::channel_of(int sender, const Handlers::Sent& sent) const {
  const auto& ports = channel_by_port_[static_cast<std::size_t>(sender)];
  if (!sent.by_identifier) return ports[static_cast<std::size_t>(sent.to)];
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
  std::vector<std::uint16_t> cost(scenario_.model->program->message_kinds().size() + 2, 0);
  cost.front() = static_cast<std::uint16_t>(effect.sent.size());
  for (const auto& sent : effect.sent) ++cost[handlers_.kind(sent.message) + 1];
  cost.back() = delivery ? 1 : 0;
  auto at = std::ranges::find(costs_, cost);
  if (at == costs_.end()) at = costs_.insert(at, cost);
  return static_cast<std::uint16_t>(at - costs_.begin());
}

std::uint32_t Machine::action_of(const Action& action) {
  return actions_.try_emplace(action, static_cast<std::uint32_t>(actions_.size())).first->second;
}

Machine::Push Machine::fill_push(std::uint32_t channel, std::uint32_t content, Contents::Message message) {
  const std::uint32_t after = checked(contents_[channel].push(scenario_.network, content, message));
  const std::size_t component = channel_component(static_cast<int>(channel));
  return pushes_[channel].at(content, message) = {zobrist(component, content) ^ zobrist(component, after),
                                                  after + 1};
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
  const Channel& channel = channels_[c];
  for (const auto message : contents_[c].at(content)) {
    flights.push_back({.from = channel.sender,
                       .to = channel.by_identifier ? -1 : channel.readers.front().process,
                       .to_identifier = channel.receiver,
                       .message = &handlers_.message(message)});
  }
}

Step Machine::step(RecordIndex r) const {
  const Detail& detail = details_[r];
  Step step{.kind = detail.kind,
            .process = records_[r].process,
            .channel = -1,
            .message = {},
            .choices = detail.effect->choices};
  if (detail.kind == Step::Kind::deliver) {
    step.channel = detail.channel;
    step.message = handlers_.message(detail.message);
  }
  return step;
}

const Encoded& Machine::local(int process, std::uint32_t value) const {
  const Local& local = locals_[static_cast<std::size_t>(process)];
  return handlers_.state(local.role, local.state[value]);
}

std::vector<Encoded> Machine::content(int channel, std::uint32_t value) const {
  std::vector<Encoded> messages;
  for (const auto message : contents_[static_cast<std::size_t>(channel)].at(value)) {
    messages.push_back(handlers_.message(message));
  }
  if (scenario_.network != Network::fifo) std::ranges::sort(messages);
  return messages;
}

}  // namespace conclave
