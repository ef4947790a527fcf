// The sendings of a round: what goes out, what the adversary withholds, forges, loses or delays, and what
// each process receives.
#include <algorithm>

#include "machine/rounds.hpp"

namespace conclave {

// In a ring that heals, `next` leads past those that have crashed.
int Rounds::receiver(std::size_t place, std::size_t channel) const {
  int to = static_cast<int>(reader_[channel]);
  if (!heals_) return to;
  const auto is_gone = [&](int p) {
    const Facts& facts = parts_[static_cast<std::size_t>(p)].facts;
    return facts.crashed && !facts.byzantine;
  };
  while (to != static_cast<int>(place) && is_gone(to)) to = (to + 1) % static_cast<int>(places());
  return to;
}

void Rounds::add_sent(std::size_t place) {
  const Part& part = parts_[place];
  const auto add = [&](std::size_t channel, Message message) {
    sent_.push_back({static_cast<int>(place), receiver(place, channel), static_cast<int>(channel), message,
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
}

void Rounds::send(std::size_t place) {
  const std::size_t before = sent_.size();
  for (; place < places(); ++place) {
    const Part& part = parts_[place];
    if (part.facts.byzantine) {
      forge(place, 0);
      break;
    }
    if (!part.acts) continue;
    const std::size_t first = sent_.size();
    add_sent(place);
    if (!part.crashes) continue;
    const std::size_t held = held_.size();
    held_.insert(held_.end(), sent_.begin() + static_cast<std::ptrdiff_t>(first), sent_.end());
    is_held_.resize(held_.size(), 0);
    sent_.resize(first);
    withhold(place, held, held, held_.size());
    held_.resize(held);
    is_held_.resize(held);
    break;
  }
  if (place == places()) decide_fates(0);
  sent_.resize(before);
}

// When a process crashes, any part of what it sends may go out: held_[first] up to held_[end]. Among equal
// messages it does not matter which ones go out, so only the first ones do.
void Rounds::withhold(std::size_t place, std::size_t first, std::size_t at, std::size_t end) {
  if (at == end) return send(place + 1);
  const Round::Sent message = held_[at];
  bool may_go = true;
  for (std::size_t before = first; before < at; ++before) {
    const Round::Sent& other = held_[before];
    if (is_held_[before] != 0 && other.channel == message.channel && other.message == message.message)
      may_go = false;
  }
  if (may_go) {
    sent_.push_back(message);
    withhold(place, first, at + 1, end);
    sent_.pop_back();
  }
  is_held_[at] = 1;
  with(RoundEvent::Kind::withhold, place, message.channel, message.message, nullptr,
       [&] { withhold(place, first, at + 1, end); });
  is_held_[at] = 0;
}

// Several ports may have one channel, where messages are sent to an identifier. There it does not matter
// which port a message is forged at, so nothing comes before a message, and these are in ascending order.
void Rounds::forge(std::size_t place, std::size_t port) {
  if (port == ports(place).size()) return send(place + 1);
  const std::size_t channel = ports(place)[port];
  const auto before = std::ranges::find_if(sent_.rbegin(), sent_.rend(), [&](const Round::Sent& flight) {
    return flight.forged && flight.channel == static_cast<int>(channel);
  });
  const bool is_first = before == sent_.rend();
  const Message least = is_first ? 0 : before->message;
  if (is_first) forge(place, port + 1);
  const std::size_t first = forgeries_.size();
  list_forgeries(place, port);
  for (std::size_t k = first; k < forgeries_.size(); ++k) {
    const Forgery forgery = forgeries_[k];
    if (forgery.message < least) continue;
    const Saturating times = times_;
    times_ *= forgery.times;
    sent_.push_back({static_cast<int>(place), receiver(place, channel), static_cast<int>(channel),
                     forgery.message, true, Fate::arrives});
    with(RoundEvent::Kind::forge, place, static_cast<int>(channel), forgery.message, nullptr,
         [&] { forge(place, port + 1); });
    sent_.pop_back();
    times_ = times;
  }
  forgeries_.resize(first);
}

// Where rounds that come to the same are listed once, messages from which the receiver makes the same are
// tried once.
void Rounds::list_forgeries(std::size_t place, std::size_t port) {
  const auto& alphabet = values_.alphabet();
  if (alphabet.empty()) return;
  const std::size_t channel = ports(place)[port];
  const auto to = static_cast<std::size_t>(receiver(place, channel));
  const Part& reader = parts_[to];
  const auto halts = [&] {
    if (exchange_ || !reader.acts) return reader.facts.halted;
    const int process = static_cast<int>(to);
    return values_.facts(process, values_.number(process, reader.effect->state)).halted;
  };
  const bool has_own_channel = std::ranges::count(ports(place), channel) == 1;
  if (list_ == List::distinct && has_own_channel && (vanishes_at(reader) || halts()))
    return forgeries_.push_back({alphabet.front(), alphabet.size()});
  if (list_ == List::distinct && exchange_ && reader.acts && is_last_to(place, port, to))
    return list_forgeries_by_effect(channel, place, to);
  for (const Message message : alphabet) forgeries_.push_back({message, 1});
}

// Is everything else settled that a process receives in this round?
bool Rounds::is_last_to(std::size_t place, std::size_t port, std::size_t to) const {
  const Model& model = *values_.scenario().model;
  if (left_.loss > 0 || model.about.heals || model.chooses_alike) return false;
  for (std::size_t other = place; other < places(); ++other) {
    const bool is_open = parts_[other].facts.byzantine || parts_[other].crashes;
    if (!is_open) continue;
    const auto open = other == place ? ports(place).subspan(port + 1) : ports(other);
    if (std::ranges::any_of(open, [&](std::uint32_t channel) { return reader_[channel] == to; }))
      return false;
  }
  return true;
}

void Rounds::list_forgeries_by_effect(std::size_t channel, std::size_t place, std::size_t to) {
  Handlers& handlers = values_.handlers();
  const Part& reader = parts_[to];
  would_get_.assign(incoming(to).size(), 0);
  for (const auto& flight : sent_) {
    if (static_cast<std::size_t>(flight.to) == to)
      would_get_[in_port_[static_cast<std::size_t>(flight.channel)]] = flight.message + 1;
  }
  for (std::size_t later = place + 1; later < places(); ++later) {
    if (!parts_[later].acts) continue;
    const auto& by_port = handlers.messages(parts_[later].role, parts_[later].state);
    for (std::size_t port = 0; port < by_port.size(); ++port) {
      if (!by_port[port]) continue;
      const auto through = static_cast<std::size_t>(values_.channels().from(later)[port]);
      if (reader_[through] == to) would_get_[in_port_[through]] = *by_port[port] + 1;
    }
  }
  key_.assign({static_cast<std::uint32_t>(channel), reader.state});
  key_.insert(key_.end(), would_get_.begin(), would_get_.end());
  for (const Id id : crashed_) key_.push_back(static_cast<std::uint32_t>(code_of(id)));
  const std::uint32_t number = inputs_forged_.intern(key_);
  forgeries_known_.resize(std::max(forgeries_known_.size(), inputs_forged_.size()));
  std::vector<Forgery>& known = forgeries_known_[number];
  if (known.empty()) {
    known = forgeries_by_effect(channel, reader);
    of_instance_.add(static_cast<std::ptrdiff_t>(sizeof(known) + known.capacity() * sizeof(Forgery) +
                                                 2 * key_.size() * sizeof(std::uint32_t)));
  }
  forgeries_.insert(forgeries_.end(), known.begin(), known.end());
}

// Of what may come through a channel, one message for each outcome that the reader makes of it, together with
// the rest of would_get_.
std::vector<Rounds::Forgery> Rounds::forgeries_by_effect(std::size_t channel, const Part& reader) {
  std::vector<Forgery> all;
  std::vector<const Handlers::Effects*> made;  // of each
  for (const Message message : values_.alphabet()) {
    would_get_[in_port_[channel]] = message + 1;
    const auto& effects = values_.handlers().round(reader.role, reader.state, would_get_, crashed_);
    std::size_t same = 0;
    while (same < all.size() && !come_to_the_same(*made[same], effects)) ++same;
    if (same < all.size()) {
      ++all[same].times;
    } else {
      all.push_back({message, 1});
      made.push_back(&effects);
    }
  }
  return all;
}

// Do two runs of a process's handler have the same outcomes, none of them by chance?
bool Rounds::come_to_the_same(const Handlers::Effects& some, const Handlers::Effects& others) {
  return std::ranges::equal(some, others, [](const Handlers::Effect& a, const Handlers::Effect& b) {
    return a.state == b.state && a.choices == b.choices && a.odds == b.odds && a.failures == b.failures &&
           a.exception == b.exception && !a.tosses();
  });
}

void Rounds::decide_fates(std::size_t at) {
  // Of equal messages, those after one that is lost or late are not settled.
  const bool are_settled = fates_settled_ || (exchange_ && left_.loss == 0);
  for (; at < sent_.size(); ++at) {
    auto& flight = sent_[at];
    const Part& to = parts_[static_cast<std::size_t>(flight.to)];
    flight.fate = vanishes_at(to) ? Fate::vanishes : Fate::arrives;
    if (!are_settled && flight.fate == Fate::arrives && !flight.forged) break;
  }
  if (at == sent_.size()) return exchange_ ? deliver() : finish();
  const auto& flight = sent_[at];
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
  incoming_.assign(first_incoming_.back(), 0);
  for (const auto& flight : sent_) {
    if (flight.fate != Fate::arrives) continue;
    const auto channel = static_cast<std::size_t>(flight.channel);
    incoming(static_cast<std::size_t>(flight.to))[in_port_[channel]] = flight.message + 1;
  }
  make_transitions(0);
}

}  // namespace conclave
