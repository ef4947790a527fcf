#include "machine/rounds.hpp"

#include <algorithm>
#include <limits>

namespace conclave {

void Rounds::load() {
  const std::size_t n = machine_.ids().size();
  exchange_ = machine_.scenario_.model->program->timing() == Timing::exchange;
  between_rounds_ = machine_.scenario_.model->program->crashes_between_rounds(machine_.scenario_.parameters);
  channels_.assign(n, {});
  for (std::size_t i = 0; i < n; ++i) {
    for (const int channel : machine_.channel_by_port_[i]) {
      if (channel >= 0) channels_[i].push_back(static_cast<std::size_t>(channel));
    }
  }
  records_.clear();
  keys_.clear();
  event_counts_.clear();
}

const std::vector<Machine::RoundSuccessor>& Rounds::expand(const std::vector<std::uint32_t>& values) {
  at_ = &values;
  found_.clear();
  described_.clear();
  // Also what a call left behind that an exception ended.
  flights_.clear();
  events_.clear();
  event_count_ = disturbances_ = 0;
  left_ = machine_.faults_left(LooseConfiguration{values});
  parts_.assign(machine_.ids().size(), {});
  crashed_.clear();
  for (std::size_t i = 0; i < places(); ++i) {
    Part& part = parts_[i];
    part.role = machine_.locals_[i].role;
    part.state = machine_.locals_[i].state[values[i]];
    part.facts = machine_.facts(static_cast<int>(i), values[i]);
    const bool has_mail =
        !exchange_ && values[machine_.mailbox_component(static_cast<int>(i))] != Contents::empty;
    part.sleeps = part.facts.asleep && !has_mail;
    if (part.facts.crashed && !part.facts.byzantine &&
        has(machine_.scenario_.model->knows, Knowledge::crashes))
      crashed_.push_back(machine_.ids()[i]);
  }
  std::ranges::sort(crashed_);
  plan(0);

  // Where an undisturbed round changes nothing and sends nothing, the execution rests: that round is no step,
  // and the others are optional.
  const bool rests = std::ranges::all_of(found_, [&](const Found& found) {
    return !found.undisturbed || (found.silent && found.values == values);
  });
  successors_.clear();
  std::size_t kept = 0;
  for (std::size_t k = 0; k < found_.size(); ++k) {
    if (rests && found_[k].undisturbed) continue;
    successors_.push_back({std::move(found_[k].values), intern(found_[k], !rests)});
    if (wants_description_ && kept < k) described_[kept] = std::move(described_[k]);
    ++kept;
  }
  if (wants_description_) described_.resize(kept);
  return successors_;
}

std::vector<Round> Rounds::describe(const std::vector<std::uint32_t>& values) {
  wants_description_ = true;
  expand(values);
  wants_description_ = false;
  return std::move(described_);
}

template <class Then>
void Rounds::with(RoundEvent::Kind kind, std::size_t place, int channel, Message message,
                  const std::vector<unsigned>& choices, Then then) {
  const std::size_t size = events_.size();
  const std::size_t disturbances = disturbances_;
  for (const std::size_t part : {static_cast<std::size_t>(kind), place, static_cast<std::size_t>(channel + 1),
                                 std::size_t{message}, choices.size()})
    events_.push_back(static_cast<std::uint32_t>(part));
  events_.insert(events_.end(), choices.begin(), choices.end());
  ++event_count_;
  disturbances_ += kind != RoundEvent::Kind::choose ? 1 : 0;
  then();
  disturbances_ = disturbances;
  --event_count_;
  events_.resize(size);
}

template <class Then>
void Rounds::within(int& budget, Then then) {
  if (budget == 0) return;
  --budget;
  then();
  ++budget;
}

void Rounds::plan(std::size_t place) {
  if (place == places()) return exchange_ ? send(0) : run_bodies(0);
  Part& part = parts_[place];
  part.acts = part.crashes = part.recovers = false;
  if (part.facts.crashed) {
    plan(place + 1);
    if (part.facts.byzantine) return;
    within(left_.recover, [&] {
      part.recovers = true;
      with(RoundEvent::Kind::recover, place, -1, 0, {}, [&] { plan(place + 1); });
      part.recovers = false;
    });
    return;
  }
  const bool takes_part = !part.facts.halted && !part.sleeps;
  const bool may_start = !part.facts.halted && part.sleeps &&
                         conclave::may_start(machine_.scenario_, machine_.instance_, static_cast<int>(place));
  const bool owed = machine_.scenario_.start_is_owed();
  plan_living(place, takes_part || (may_start && owed));
  if (may_start && !owed) {
    with(RoundEvent::Kind::start, place, -1, 0, {}, [&] { plan_living(place, true); });
  }
}

void Rounds::plan_living(std::size_t place, bool acts) {
  Part& part = parts_[place];
  part.acts = acts;
  part.crashes = false;
  plan(place + 1);
  // A process that crashes between rounds does nothing in this one, so it makes no difference that it
  // started.
  if (between_rounds_ && acts && part.sleeps && !machine_.scenario_.start_is_owed()) return;
  within(left_.crash, [&] {
    part.acts = acts && !between_rounds_;
    part.crashes = true;
    with(RoundEvent::Kind::crash, place, -1, 0, {}, [&] { plan(place + 1); });
    part.crashes = false;
  });
}

void Rounds::run_bodies(std::size_t place) {
  if (place == places()) return send(0);
  Part& part = parts_[place];
  part.effect = nullptr;
  if (!part.acts) return run_bodies(place + 1);
  const auto mailbox = (*at_)[machine_.mailbox_component(static_cast<int>(place))];
  const auto messages = machine_.contents_[place].at(mailbox);
  const auto& effects =
      machine_.handlers_.round(part.role, part.state, {messages.begin(), messages.end()}, crashed_);
  for (const auto& effect : effects) {
    part.effect = &effect;
    if (effect.choices.empty()) {
      run_bodies(place + 1);
    } else {
      with(RoundEvent::Kind::choose, place, -1, 0, effect.choices, [&] { run_bodies(place + 1); });
    }
  }
}

// In a ring that heals, `next` leads past those that have crashed.
int Rounds::receiver(std::size_t place, std::size_t channel) const {
  int to = machine_.channels_[channel].readers.front().process;
  if (!machine_.scenario_.model->about.heals) return to;
  const auto is_gone = [&](int p) {
    const Facts& facts = parts_[static_cast<std::size_t>(p)].facts;
    return facts.crashed && !facts.byzantine;
  };
  while (to != static_cast<int>(place) && is_gone(to)) to = (to + 1) % static_cast<int>(places());
  return to;
}

std::vector<Round::Flight> Rounds::sent_by(std::size_t place) {
  const Part& part = parts_[place];
  std::vector<Round::Flight> sent;
  const auto add = [&](std::size_t channel, Message message) {
    sent.push_back({static_cast<int>(place), receiver(place, channel), static_cast<int>(channel), message,
                    false, Fate::arrives});
  };
  if (exchange_) {
    const auto& by_port = machine_.handlers_.messages(part.role, part.state);
    for (std::size_t port = 0; port < by_port.size(); ++port) {
      if (by_port[port])
        add(static_cast<std::size_t>(machine_.channel_by_port_[place][port]), *by_port[port]);
    }
  } else {
    for (const auto& each : part.effect->sent)
      add(static_cast<std::size_t>(machine_.channel_of(static_cast<int>(place), each)), each.message);
  }
  return sent;
}

void Rounds::send(std::size_t place) {
  if (place == places()) return decide_fates(0);
  const Part& part = parts_[place];
  if (part.facts.byzantine) return forge(place, 0);
  if (!part.acts) return send(place + 1);
  const auto sent = sent_by(place);
  if (part.crashes) {
    std::vector<bool> held(sent.size(), false);
    return withhold(place, sent, 0, held);
  }
  flights_.insert(flights_.end(), sent.begin(), sent.end());
  send(place + 1);
  flights_.resize(flights_.size() - sent.size());
}

// Of a process that crashes: every part of what it sends may go out. Of equal messages it does not matter
// which, so it is the first ones.
void Rounds::withhold(std::size_t place, const std::vector<Round::Flight>& sent, std::size_t at,
                      std::vector<bool>& held) {
  if (at == sent.size()) return send(place + 1);
  bool may_go = true;
  for (std::size_t before = 0; before < at; ++before) {
    if (held[before] && sent[before].channel == sent[at].channel && sent[before].message == sent[at].message)
      may_go = false;
  }
  if (may_go) {
    flights_.push_back(sent[at]);
    withhold(place, sent, at + 1, held);
    flights_.pop_back();
  }
  held[at] = true;
  with(RoundEvent::Kind::withhold, place, sent[at].channel, sent[at].message, {},
       [&] { withhold(place, sent, at + 1, held); });
  held[at] = false;
}

void Rounds::forge(std::size_t place, std::size_t port) {
  if (port == ports(place).size()) return send(place + 1);
  const std::size_t channel = ports(place)[port];
  forge(place, port + 1);
  for (const auto message : machine_.alphabet_) {
    flights_.push_back({static_cast<int>(place), receiver(place, channel), static_cast<int>(channel), message,
                        true, Fate::arrives});
    with(RoundEvent::Kind::forge, place, static_cast<int>(channel), message, {},
         [&] { forge(place, port + 1); });
    flights_.pop_back();
  }
}

void Rounds::decide_fates(std::size_t at) {
  if (at == flights_.size()) return exchange_ ? deliver() : finish();
  auto& flight = flights_[at];
  const Part& to = parts_[static_cast<std::size_t>(flight.to)];
  flight.fate = to.facts.crashed || to.crashes ? Fate::vanishes : Fate::arrives;
  if (flight.fate == Fate::vanishes || flight.forged) return decide_fates(at + 1);
  // Of equal messages it does not matter which: their fates are in ascending order.
  Fate least = Fate::arrives;
  for (std::size_t before = 0; before < at; ++before) {
    const auto& other = flights_[before];
    if (other.channel == flight.channel && other.message == flight.message && !other.forged)
      least = std::max(least, other.fate);
  }
  const auto suffers = [&](Fate fate, RoundEvent::Kind kind) {
    flights_[at].fate = fate;
    with(kind, static_cast<std::size_t>(flights_[at].from), flights_[at].channel, flights_[at].message, {},
         [&] { decide_fates(at + 1); });
  };
  if (least == Fate::arrives) decide_fates(at + 1);
  if (least <= Fate::lost) within(left_.loss, [&] { suffers(Fate::lost, RoundEvent::Kind::lose); });
  if (!exchange_) within(left_.late, [&] { suffers(Fate::late, RoundEvent::Kind::delay); });
  flights_[at].fate = Fate::arrives;
}

void Rounds::deliver() {
  incoming_.assign(places(), {});
  for (std::size_t i = 0; i < places(); ++i) {
    // The in-ports of a role are its surroundings'.
    incoming_[i].assign(static_cast<std::size_t>(machine_.in_ports_[i]), 0);
  }
  for (const auto& flight : flights_) {
    if (flight.fate != Fate::arrives) continue;
    const auto& reader = machine_.channels_[static_cast<std::size_t>(flight.channel)].readers.front();
    incoming_[static_cast<std::size_t>(flight.to)][static_cast<std::size_t>(reader.port)] =
        flight.message + 1;
  }
  make_transitions(0);
}

void Rounds::make_transitions(std::size_t place) {
  if (place == places()) return finish();
  Part& part = parts_[place];
  part.effect = nullptr;
  if (!part.acts || part.crashes) return make_transitions(place + 1);
  const auto& effects = machine_.handlers_.round(part.role, part.state, incoming_[place], crashed_);
  for (const auto& effect : effects) {
    part.effect = &effect;
    if (effect.choices.empty()) {
      make_transitions(place + 1);
    } else {
      with(RoundEvent::Kind::choose, place, -1, 0, effect.choices, [&] { make_transitions(place + 1); });
    }
  }
}

void Rounds::finish() {
  Found found;
  found.values = *at_;
  found.events = events_;
  found.event_count = event_count_;
  found.undisturbed = disturbances_ == 0;
  found.silent = flights_.empty();
  for (std::size_t i = 0; i < places(); ++i) {
    const Part& part = parts_[i];
    const int place = static_cast<int>(i);
    if (part.crashes) {
      found.values[i] = machine_.local_value(place, machine_.handlers_.crashed(part.role));
    } else if (part.recovers) {
      found.values[i] = machine_.local_value(place, Handlers::initial);
    } else if (part.acts) {
      found.values[i] = machine_.local_value(place, part.effect->state);
      const Facts& now = machine_.facts(place, found.values[i]);
      found.broken = found.broken | machine_.broken_by(part.facts, now, *part.effect);
    }
  }
  if (!exchange_) set_mailboxes(found);
  for (const auto& flight : flights_) {
    const auto to = static_cast<std::size_t>(flight.to);
    const bool halted =
        exchange_ ? parts_[to].facts.halted : machine_.facts(flight.to, found.values[to]).halted;
    if (flight.fate == Fate::arrives && halted) found.broken.add(PropertyId::no_stray_message);
  }
  found.broken = found.broken & machine_.scenario_.properties;
  const Faults& most = machine_.scenario_.faults;
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    if (most.*budgets[b].most > 0)
      found.values[machine_.budget_component_[b]] =
          static_cast<std::uint32_t>(most.*budgets[b].most - left_.*budgets[b].most);
  }
  add_up(found);
  found_.push_back(std::move(found));
  if (wants_description_) described_.push_back(describe_round());
}

void Rounds::set_mailboxes(Found& found) {
  const bool may_be_late = machine_.scenario_.faults.late > 0;
  for (std::size_t i = 0; i < places(); ++i) {
    const Part& part = parts_[i];
    Contents& contents = machine_.contents_[i];
    const Facts& now = machine_.facts(static_cast<int>(i), found.values[i]);
    const std::size_t mailbox = machine_.mailbox_component(static_cast<int>(i));
    const std::size_t late = machine_.late_component(static_cast<int>(i));
    std::uint32_t waiting = Contents::empty;
    std::uint32_t later = Contents::empty;
    const auto push = [&](std::uint32_t& content, Message message) {
      content = contents.push(Network::bag, content, message);
    };
    if (!now.crashed && !now.halted && !part.recovers) {
      if (part.acts) {
        for (const auto message : part.effect->unread) push(waiting, message);
      } else {
        waiting = (*at_)[mailbox];
      }
      if (may_be_late) {
        const auto due = contents.at((*at_)[late]);
        for (const auto message : std::vector<Message>(due.begin(), due.end())) push(waiting, message);
      }
      for (const auto& flight : flights_) {
        if (flight.to != static_cast<int>(i)) continue;
        if (flight.fate == Fate::arrives) push(waiting, flight.message);
        if (flight.fate == Fate::late) push(later, flight.message);
      }
    }
    found.values[mailbox] = machine_.checked(waiting);
    if (may_be_late) found.values[late] = machine_.checked(later);
  }
}

void Rounds::add_up(Found& found) {
  const std::size_t kinds = machine_.scenario_.model->program->message_kinds().size();
  std::vector<std::size_t> cost(kinds + 3, 0);
  for (const auto& flight : flights_) {
    if (!flight.forged) {
      ++cost.front();
      ++cost[machine_.handlers_.kind(flight.message) + 1];
    }
    const Part& to = parts_[static_cast<std::size_t>(flight.to)];
    if (exchange_ && flight.fate == Fate::arrives && to.acts) ++cost[kinds + 1];
  }
  for (const Part& part : parts_) {
    if (!exchange_ && part.acts) cost[kinds + 1] += part.effect->received.size();
  }
  cost.back() = 1;
  if (std::ranges::max(cost) > std::numeric_limits<std::uint16_t>::max())
    throw ModelError("more than 65535 messages are sent in one round");
  found.cost = machine_.cost_number(std::vector<std::uint16_t>(cost.begin(), cost.end()));
}

Round Rounds::describe_round() const {
  Round round{.flights = flights_, .parts = std::vector<Round::Part>(places())};
  for (std::size_t i = 0; i < places(); ++i) {
    if (!parts_[i].acts || parts_[i].effect == nullptr) continue;
    round.parts[i].received = parts_[i].effect->received;
    if (parts_[i].crashes) continue;
    round.parts[i].failures = parts_[i].effect->failures;
    round.parts[i].exception = parts_[i].effect->exception;
  }
  return round;
}

Machine::RecordIndex Rounds::idle() {
  Found nothing;
  std::vector<std::uint16_t> cost(machine_.scenario_.model->program->message_kinds().size() + 3, 0);
  cost.back() = 1;
  nothing.cost = machine_.cost_number(cost);
  return intern(nothing, false);
}

Machine::RecordIndex Rounds::intern(const Found& found, bool owed) {
  Key key{owed ? 1U : 0U, found.broken.bits(), found.cost};
  key.insert(key.end(), found.events.begin(), found.events.end());
  const auto free = static_cast<Machine::RecordIndex>(machine_.records_.size());
  const auto [at, added] = records_.try_emplace(std::move(key), free);
  if (added) {
    static const Handlers::Effect none{};
    Machine::Record record{};
    record.cost = found.cost;
    record.owed = owed;
    record.changes_facts = true;
    record.broken = found.broken;
    machine_.records_.push_back(record);
    machine_.details_.push_back({&none, -1, 0, Step::Kind::round});
    keys_.push_back(found.events);
    event_counts_.push_back(found.event_count);
  }
  return at->second;
}

std::vector<RoundEvent> Rounds::events(Machine::RecordIndex record) const {
  std::vector<RoundEvent> events;
  const Key& key = keys_[record];
  for (std::size_t at = 0; at < key.size();) {
    RoundEvent event;
    event.kind = static_cast<RoundEvent::Kind>(key[at]);
    event.process = static_cast<int>(key[at + 1]);
    event.channel = static_cast<int>(key[at + 2]) - 1;
    if (event.channel >= 0) event.message = machine_.message(key[at + 3]);
    const std::size_t choices = key[at + 4];
    const auto first = key.begin() + static_cast<std::ptrdiff_t>(at) + 5;
    event.choices.assign(first, first + static_cast<std::ptrdiff_t>(choices));
    events.push_back(std::move(event));
    at += 5 + choices;
  }
  return events;
}

}  // namespace conclave
