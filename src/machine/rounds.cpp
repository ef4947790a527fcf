#include "machine/rounds.hpp"

#include <algorithm>

#include "machine/configuration.hpp"
#include "program/renaming.hpp"

namespace conclave {

void Rounds::load() {
  Steps::load();
  const std::size_t n = values_.processes();
  exchange_ = values_.scenario().model->program->timing() == Timing::exchange;
  between_rounds_ = values_.scenario().model->program->crashes_between_rounds(values_.scenario().parameters);
  channels_.assign(n, {});
  for (std::size_t i = 0; i < n; ++i) {
    for (const int channel : values_.channels().from(i)) {
      if (channel >= 0) channels_[i].push_back(static_cast<std::size_t>(channel));
    }
  }
  // Who comes back may bring an old draw with it.
  orders_lots_ = exchange_ && values_.scenario().reduction.draws && values_.scenario().faults.recover == 0 &&
                 has_names(values_.scenario().model->program->state_shape(), Shape::Kind::draw);
  lots_kept_.assign(n, {});
  draws_checked_.clear();
  record_of_.clear();
  keys_.clear();
  event_counts_.clear();
  of_instance_.clear();
}

const std::vector<Rounds::Successor>& Rounds::expand(const std::vector<std::uint32_t>& at) {
  at_ = &at;
  // What a configuration with many rounds has taken is given back.
  if (drafts_.capacity() > few) drafts_ = {};
  if (successors_.capacity() > few) successors_ = {};
  drafts_.clear();
  successors_.clear();
  described_.clear();
  of_configuration_.clear();
  // A call that ended with an exception may have left something behind.
  sent_.clear();
  events_.clear();
  event_count_ = disturbances_ = 0;
  as_wanted_ = true;
  goes_on_ = false;
  lots_.clear();
  left_ = values_.faults_left(LooseConfiguration{at});
  parts_.assign(values_.processes(), {});
  crashed_.clear();
  for (std::size_t i = 0; i < places(); ++i) {
    Part& part = parts_[i];
    part.role = values_.role(static_cast<int>(i));
    part.state = values_.state(static_cast<int>(i), at[i]);
    part.facts = values_.facts(static_cast<int>(i), at[i]);
    const bool has_mail = !exchange_ && at[values_.mailbox_component(static_cast<int>(i))] != Contents::empty;
    part.sleeps = part.facts.asleep && !has_mail;
    if (part.facts.crashed && !part.facts.byzantine &&
        has(values_.scenario().model->knows, Knowledge::crashes))
      crashed_.push_back(values_.ids()[i]);
  }
  std::ranges::sort(crashed_);
  plan(0);

  // Where an undisturbed round changes nothing and sends nothing, the execution rests: that round is no step,
  // and the others are optional.
  const bool rests = std::ranges::all_of(drafts_, [&](const Draft& draft) { return !goes_on(draft); });
  if (drafts_.size() > successors_.capacity())
    of_configuration_.add(static_cast<std::ptrdiff_t>(drafts_.size() * sizeof(Successor)));
  successors_.reserve(drafts_.size());
  std::size_t kept = 0;
  for (std::size_t k = 0; k < drafts_.size(); ++k) {
    poll();
    if (rests && drafts_[k].undisturbed) continue;
    Draft& draft = drafts_[k];
    successors_.push_back({std::move(draft.values), intern(draft, !rests)});
    of_configuration_.add(-static_cast<std::ptrdiff_t>(draft.events.capacity() * sizeof(std::uint32_t)));
    Key().swap(draft.events);  // they are in the key of the record now
    if (wants_description_ && kept < k) described_[kept] = std::move(described_[k]);
    ++kept;
  }
  if (wants_description_) described_.resize(kept);
  return successors_;
}

bool Rounds::goes_on(const Draft& draft) const {
  return draft.undisturbed && !(draft.silent && draft.values == *at_);
}

std::vector<Round> Rounds::describe(const std::vector<std::uint32_t>& at) {
  wants_description_ = true;
  expand(at);
  wants_description_ = false;
  return std::move(described_);
}

template <class Then>
void Rounds::with(RoundEvent::Kind kind, std::size_t place, int channel, Message message,
                  const Handlers::Effect* chosen, Then then) {
  const std::size_t size = events_.size();
  const std::size_t disturbances = disturbances_;
  const bool as_wanted = as_wanted_;
  as_wanted_ = as_wanted && is_next_wanted(kind, place, channel, message, chosen);
  const std::size_t choices = chosen == nullptr ? 0 : chosen->choices.size();
  for (const std::size_t part : {static_cast<std::size_t>(kind), place, static_cast<std::size_t>(channel + 1),
                                 std::size_t{message}, choices})
    events_.push_back(static_cast<std::uint32_t>(part));
  if (chosen != nullptr) {
    events_.insert(events_.end(), chosen->choices.begin(), chosen->choices.end());
    events_.insert(events_.end(), chosen->odds.begin(), chosen->odds.end());
    tosses_ |= chosen->tosses();
  }
  ++event_count_;
  disturbances_ += kind != RoundEvent::Kind::choose ? 1 : 0;
  if (as_wanted_ || (disturbances_ == 0 && !goes_on_)) then();
  as_wanted_ = as_wanted;
  disturbances_ = disturbances;
  --event_count_;
  events_.resize(size);
}

bool Rounds::is_next_wanted(RoundEvent::Kind kind, std::size_t place, int channel, Message message,
                            const Handlers::Effect* chosen) const {
  if (!wanted_) return true;
  if (event_count_ >= wanted_->events) return false;
  return wanted_->is(event_count_, {kind, static_cast<int>(place), channel,
                                    channel < 0 ? Encoded{} : values_.handlers().message(message),
                                    chosen == nullptr ? std::vector<unsigned>{} : chosen->choices});
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
      with(RoundEvent::Kind::recover, place, -1, 0, nullptr, [&] { plan(place + 1); });
      part.recovers = false;
    });
    return;
  }
  const bool takes_part = !part.facts.halted && !part.sleeps;
  const bool may_start = !part.facts.halted && part.sleeps &&
                         conclave::may_start(values_.scenario(), values_.instance(), static_cast<int>(place));
  const bool owed = values_.scenario().start_is_owed();
  plan_living(place, takes_part || (may_start && owed));
  if (may_start && !owed) {
    with(RoundEvent::Kind::start, place, -1, 0, nullptr, [&] { plan_living(place, true); });
  }
}

void Rounds::plan_living(std::size_t place, bool acts) {
  Part& part = parts_[place];
  part.acts = acts;
  part.crashes = false;
  plan(place + 1);
  // A process that crashes between rounds does nothing in this one, so it makes no difference that it
  // started.
  if (between_rounds_ && acts && part.sleeps && !values_.scenario().start_is_owed()) return;
  within(left_.crash, [&] {
    part.acts = acts && !between_rounds_;
    part.crashes = true;
    with(RoundEvent::Kind::crash, place, -1, 0, nullptr, [&] { plan(place + 1); });
    part.crashes = false;
  });
}

void Rounds::run_bodies(std::size_t place) {
  if (place == places()) return send(0);
  Part& part = parts_[place];
  part.effect = nullptr;
  if (!part.acts) return run_bodies(place + 1);
  const auto mailbox = (*at_)[values_.mailbox_component(static_cast<int>(place))];
  const auto messages = values_.contents(place).at(mailbox);
  const auto& effects =
      values_.handlers().round(part.role, part.state, {messages.begin(), messages.end()}, crashed_);
  try_effects(place, effects, [&] { run_bodies(place + 1); });
}

// Processes that find the same share the run of their handler, and so the list of its effects.
template <class Then>
void Rounds::try_effects(std::size_t place, const Handlers::Effects& effects, Then then) {
  Part& part = parts_[place];
  const Handlers::Effect* same = nullptr;
  for (std::size_t other = 0; other < place && values_.scenario().model->chooses_alike; ++other) {
    if (parts_[other].effect != nullptr && parts_[other].among == &effects) same = parts_[other].effect;
  }
  part.among = &effects;
  for (const auto& effect : effects) {
    if (same != nullptr && same != &effect) continue;
    part.effect = &effect;
    if (effect.choices.empty()) {
      then();
      continue;
    }
    if (values_.scenario().model->chooses_alike && effect.tosses())
      throw ModelError(
          "processes that choose alike (`chooses_alike`) toss nothing, because each one's chance is its own");
    if (orders_lots_ && !lots_.draw(effect, places() - place - 1)) continue;
    with(RoundEvent::Kind::choose, place, -1, 0, &effect, then);
    if (orders_lots_) lots_.undo(effect);
  }
}

// In a ring that heals, `next` leads past those that have crashed.
int Rounds::receiver(std::size_t place, std::size_t channel) const {
  int to = values_.channels()[channel].readers.front().process;
  if (!values_.scenario().model->about.heals) return to;
  const auto is_gone = [&](int p) {
    const Facts& facts = parts_[static_cast<std::size_t>(p)].facts;
    return facts.crashed && !facts.byzantine;
  };
  while (to != static_cast<int>(place) && is_gone(to)) to = (to + 1) % static_cast<int>(places());
  return to;
}

std::vector<Round::Sent> Rounds::sent_by(std::size_t place) {
  const Part& part = parts_[place];
  std::vector<Round::Sent> sent;
  const auto add = [&](std::size_t channel, Message message) {
    sent.push_back({static_cast<int>(place), receiver(place, channel), static_cast<int>(channel), message,
                    false, Fate::arrives});
  };
  if (exchange_) {
    const auto& by_port = values_.handlers().messages(part.role, part.state);
    for (std::size_t port = 0; port < by_port.size(); ++port) {
      if (by_port[port]) add(static_cast<std::size_t>(values_.channels().from(place)[port]), *by_port[port]);
    }
  } else {
    for (const auto& each : part.effect->sent)
      add(static_cast<std::size_t>(values_.channels().of(static_cast<int>(place), each)), each.message);
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
  sent_.insert(sent_.end(), sent.begin(), sent.end());
  send(place + 1);
  sent_.resize(sent_.size() - sent.size());
}

// When a process crashes, any part of what it sends may go out. Among equal messages it does not matter which
// ones go out, so only the first ones do.
void Rounds::withhold(std::size_t place, const std::vector<Round::Sent>& sent, std::size_t at,
                      std::vector<bool>& held) {
  if (at == sent.size()) return send(place + 1);
  bool may_go = true;
  for (std::size_t before = 0; before < at; ++before) {
    if (held[before] && sent[before].channel == sent[at].channel && sent[before].message == sent[at].message)
      may_go = false;
  }
  if (may_go) {
    sent_.push_back(sent[at]);
    withhold(place, sent, at + 1, held);
    sent_.pop_back();
  }
  held[at] = true;
  with(RoundEvent::Kind::withhold, place, sent[at].channel, sent[at].message, nullptr,
       [&] { withhold(place, sent, at + 1, held); });
  held[at] = false;
}

void Rounds::forge(std::size_t place, std::size_t port) {
  if (port == ports(place).size()) return send(place + 1);
  const std::size_t channel = ports(place)[port];
  forge(place, port + 1);
  for (const auto message : values_.alphabet()) {
    sent_.push_back({static_cast<int>(place), receiver(place, channel), static_cast<int>(channel), message,
                     true, Fate::arrives});
    with(RoundEvent::Kind::forge, place, static_cast<int>(channel), message, nullptr,
         [&] { forge(place, port + 1); });
    sent_.pop_back();
  }
}

void Rounds::decide_fates(std::size_t at) {
  if (at == sent_.size()) return exchange_ ? deliver() : finish();
  auto& flight = sent_[at];
  const Part& to = parts_[static_cast<std::size_t>(flight.to)];
  flight.fate = to.facts.crashed || to.crashes ? Fate::vanishes : Fate::arrives;
  if (flight.fate == Fate::vanishes || flight.forged) return decide_fates(at + 1);
  // Among equal messages of one sender it does not matter which one has which fate, so their fates are in
  // ascending order.
  Fate least = Fate::arrives;
  for (std::size_t before = 0; before < at; ++before) {
    const auto& other = sent_[before];
    const bool same =
        other.from == flight.from && other.channel == flight.channel && other.message == flight.message;
    if (same && !other.forged) least = std::max(least, other.fate);
  }
  const auto suffers = [&](Fate fate, RoundEvent::Kind kind) {
    sent_[at].fate = fate;
    with(kind, static_cast<std::size_t>(sent_[at].from), sent_[at].channel, sent_[at].message, nullptr,
         [&] { decide_fates(at + 1); });
  };
  if (least == Fate::arrives) decide_fates(at + 1);
  if (least <= Fate::lost) within(left_.loss, [&] { suffers(Fate::lost, RoundEvent::Kind::lose); });
  if (!exchange_) within(left_.late, [&] { suffers(Fate::late, RoundEvent::Kind::delay); });
  sent_[at].fate = Fate::arrives;
}

void Rounds::deliver() {
  incoming_.assign(places(), {});
  for (std::size_t i = 0; i < places(); ++i) {
    // There is an entry for each port at which a process with this role may receive.
    incoming_[i].assign(static_cast<std::size_t>(values_.channels().in_ports(i)), 0);
  }
  for (const auto& flight : sent_) {
    if (flight.fate != Fate::arrives) continue;
    const auto& reader = values_.channels()[static_cast<std::size_t>(flight.channel)].readers.front();
    incoming_[static_cast<std::size_t>(flight.to)][static_cast<std::size_t>(code_of(reader.port))] =
        flight.message + 1;
  }
  make_transitions(0);
}

void Rounds::make_transitions(std::size_t place) {
  if (place == places()) return finish();
  Part& part = parts_[place];
  part.effect = nullptr;
  if (!part.acts || part.crashes) return make_transitions(place + 1);
  const auto& effects = values_.handlers().round(part.role, part.state, incoming_[place], crashed_);
  if (orders_lots_) check_draws(part, effects);
  try_effects(place, effects, [&] { make_transitions(place + 1); });
}

}  // namespace conclave
