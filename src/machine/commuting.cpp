#include "machine/commuting.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <iterator>
#include <new>
#include <utility>

namespace conclave {
namespace {

constexpr std::uint32_t start_event = 0;
constexpr std::uint32_t first_own_event = 1;

std::uint64_t key_of(int channel, Handlers::Message message) {
  return static_cast<std::uint64_t>(channel) << 32 | message;
}

}  // namespace

Commuting::Commuting(const Values& values, const Judge& judge, const Provisos& provisos)
    : values_(values),
      judge_(judge),
      scenario_(values.scenario()),
      provisos_(provisos),
      watched_(values.watched().program(), values.watched().relies(), Watched::Calls::once),
      handlers_(watched_, values.asked(), scenario_.faults.recover > 0),
      own_events_(first_own_event + static_cast<Index>(values.watched().program().own_steps().size())) {}

StandsFor Commuting::find(int process, Handlers::State state, Step::Kind kind, int channel,
                          std::uint32_t message) {
  if (!is_looked_at(kind) || !find_out()) return StandsFor::itself;
  Behaviour& behaviour = behaviours_[static_cast<std::size_t>(process)];
  Index event = kind == Step::Kind::start ? start_event : first_own_event + message;
  if (kind == Step::Kind::deliver) {
    const auto& readers = values_.channels()[static_cast<std::size_t>(channel)].readers;
    if (provisos_.channels_its_own && readers.size() > 1) return StandsFor::itself;
    const auto found = event_of_.find(key_of(channel, named_message(message)));
    event = found == event_of_.end() ? nothing : found->second;
  }
  const Index at = named_state(behaviour, process, state);
  // Everything that happens was found by find_all().
  assert(event < behaviour.events.size() && at != nothing);
  if (event >= behaviour.events.size() || at == nothing) return StandsFor::itself;
  if (!find_failures(behaviour, {event, false})[at]) return StandsFor::all;
  if (!find_failures(behaviour, {event, true})[at]) return StandsFor::all_with_own;
  return StandsFor::itself;
}

bool Commuting::any() {
  if (!find_out()) return false;
  for (Behaviour& behaviour : behaviours_) {
    for (Index event = 0; event < behaviour.events.size(); ++event) {
      const Step::Kind kind = behaviour.events[event].kind;
      if (!is_looked_at(kind) || !values_.is_owed(kind, behaviour.events[event].message)) continue;
      const std::vector<bool>& fails = find_failures(behaviour, {event, false});
      for (Index state = 0; state < behaviour.states.size(); ++state) {
        if (fails[state]) continue;
        const Change& change = changes_[behaviour.changes[state][event].first];
        if (kind == Step::Kind::deliver || change.state != state || !change.sent.empty()) return true;
      }
    }
  }
  return false;
}

// On `set`, a delivery stays possible after it was taken. If it stood for all, no execution would come to
// rest after it, and the graph pass would have to explore the instance again. So deliveries are looked at on
// bag only.
bool Commuting::is_looked_at(Step::Kind kind) const {
  return kind != Step::Kind::deliver || scenario_.network == Network::bag;
}

// Finds out everything about the instance, once. Returns false if nothing can be said.
bool Commuting::find_out() {
  if (is_known_) return is_told_;
  is_known_ = true;
  is_told_ = false;
  try {
    find_all();
    is_told_ = true;
  } catch (const TooMuch&) {
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {  // the model's error is about something that perhaps never happens
  }
  return is_told_;
}

// Looks at each event in each state once, and at whatever that leads to, until there is nothing new.
void Commuting::find_all() {
  const std::size_t n = values_.processes();
  pairs_ = 0;
  changes_.clear();
  event_of_.clear();
  behaviours_.assign(n, {});
  for (std::size_t i = 0; i < n; ++i) {
    Behaviour& behaviour = behaviours_[i];
    behaviour.events = {{Step::Kind::start}};
    for (Index own = first_own_event; own < own_events_; ++own)
      behaviour.events.push_back({Step::Kind::own, own - first_own_event});
    const int process = static_cast<int>(i);
    const bool stays_down = values_.is_down(process) && scenario_.faults.recover == 0;
    if (stays_down || values_.is_byzantine(process)) continue;
    behaviour.role = handlers_.role(values_.surroundings(static_cast<int>(i)));
    add_state(behaviour, Handlers::initial);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const bool lies = values_.is_byzantine(static_cast<int>(i)) && scenario_.faults.byzantine_messages > 0;
    const bool is_missed = scenario_.model->detects_crashes && scenario_.faults.crash > 0;
    for (const int channel : values_.channels().from(i)) {
      if (is_missed) add_message(channel, Handlers::notice);
      if (!lies) continue;
      for (const auto message : handlers_.alphabet(values_.ids())) add_message(channel, message);
    }
  }
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (std::size_t i = 0; i < n; ++i) {
      for (Index state = 0; state < behaviours_[i].states.size(); ++state) {
        while (behaviours_[i].changes[state].size() < behaviours_[i].events.size()) {
          const Event event = behaviours_[i].events[behaviours_[i].changes[state].size()];
          const Changes found = find_changes(static_cast<int>(i), state, event);
          behaviours_[i].changes[state].push_back(found);
          is_new = true;
        }
        if (scenario_.faults.recover > 0) add_recovered(behaviours_[i], behaviours_[i].states[state]);
      }
    }
  }
  for (Behaviour& behaviour : behaviours_) behaviour.fails.resize(2 * behaviour.events.size());
}

// Who is in this state may crash and come back.
void Commuting::add_recovered(Behaviour& behaviour, Handlers::State state) {
  add_state(behaviour, handlers_.recovered(behaviour.role, handlers_.crashed(behaviour.role, state)));
}

Commuting::Index Commuting::add_state(Behaviour& behaviour, Handlers::State state) {
  if (state >= behaviour.index_of.size()) behaviour.index_of.resize(state + 1, nothing);
  if (behaviour.index_of[state] == nothing) {
    behaviour.index_of[state] = static_cast<Index>(behaviour.states.size());
    behaviour.states.push_back(state);
    behaviour.changes.emplace_back();
  }
  return behaviour.index_of[state];
}

void Commuting::add_message(int channel, Handlers::Message message) {
  const auto c = static_cast<std::size_t>(channel);
  if (!values_.channels().is_heard(c)) return;
  const auto& readers = values_.channels()[c].readers;
  const auto first = static_cast<std::size_t>(readers.front().process);
  const auto event = static_cast<Index>(behaviours_[first].events.size());
  if (!event_of_.emplace(key_of(channel, message), event).second) return;
  for (const auto& reader : readers) {
    behaviours_[static_cast<std::size_t>(reader.process)].events.push_back(
        {Step::Kind::deliver, message, reader.port});
  }
}

Commuting::Changes Commuting::find_changes(int process, Index at, const Event& event) {
  if (++pairs_ > most_pairs) throw TooMuch{};
  const auto i = static_cast<std::size_t>(process);
  const Handlers::State state = behaviours_[i].states[at];
  const Handlers::Role role = behaviours_[i].role;
  const Handlers::Effects* const found = effects(process, state, event);
  if (found == nullptr) return {};
  const Changes range{static_cast<Index>(changes_.size()), static_cast<Index>(found->size())};
  for (const auto& effect : *found) {
    const Facts now = handlers_.facts(role, effect.state);
    const Facts then = handlers_.facts(role, state);
    Change change{.state = add_state(behaviours_[i], effect.state),
                  .sent = {},
                  .broken = judge_.broken_by(then, now, effect),
                  .revokes = Judge::revokes(then, now),
                  .shows = judge_.shows(then, now)};
    for (const auto& sent : effect.sent) {
      const int channel = values_.channels().of(process, sent);
      add_message(channel, sent.message);
      change.sent.push_back({channel, sent.message});
    }
    std::ranges::sort(change.sent);
    changes_.push_back(std::move(change));
  }
  return range;
}

const Handlers::Effects* Commuting::effects(int process, Handlers::State state, const Event& event) {
  const Handlers::Role role = behaviours_[static_cast<std::size_t>(process)].role;
  const Facts facts = handlers_.facts(role, state);
  switch (event.kind) {
    case Step::Kind::start:
      return values_.may_start(process, facts) ? &handlers_.start(role, state) : nullptr;
    case Step::Kind::own:
      return facts.ready >> event.message & 1U ? &handlers_.own_step(role, state, event.message) : nullptr;
    default:
      break;
  }
  if (!values_.listens(facts) || !handlers_.accepts(role, state, event.message, event.port)) return nullptr;
  return &handlers_.receive(role, state, event.message, event.port);
}

// By state: does an event of the set fail to commute there, or in a state to which the process may come
// without taking any of the set?
const std::vector<bool>& Commuting::find_failures(Behaviour& behaviour, Set set) const {
  std::vector<bool>& fails = behaviour.fails[2 * set.event + (set.with_own ? 1 : 0)];
  if (!fails.empty()) return fails;
  for (Index state = 0; state < behaviour.states.size(); ++state)
    fails.push_back(!commutes_at(behaviour, state, set));
  const auto leads_there = [&](Index state) {
    for (Index other = 0; other < behaviour.events.size(); ++other) {
      if (contains(set, other)) continue;
      const Changes changes = behaviour.changes[state][other];
      for (Index k = 0; k < changes.count; ++k) {
        if (fails[changes_[changes.first + k].state]) return true;
      }
    }
    return false;
  };
  for (bool is_new = provisos_.whatever_comes; is_new;) {
    is_new = false;
    for (Index state = 0; state < behaviour.states.size(); ++state) {
      if (fails[state] || !leads_there(state)) continue;
      fails[state] = true;
      is_new = true;
    }
  }
  return fails;
}

bool Commuting::commutes_at(const Behaviour& behaviour, Index state, Set set) const {
  const Changes first = behaviour.changes[state][set.event];
  if (first.count != 1) return false;
  for (Index other = 0; other < behaviour.events.size(); ++other) {
    if (contains(set, other)) continue;
    if (!moves_ahead(behaviour, state, set.event, other)) return false;
    for (Index own = 0; set.with_own && own < own_events_; ++own) {
      if (own != set.event && !moves_ahead(behaviour, state, own, other)) return false;
    }
  }
  return true;
}

// If an event is possible after another one, may it also come before it, with the same result?
bool Commuting::moves_ahead(const Behaviour& behaviour, Index state, Index event, Index other) const {
  const Changes at_once = behaviour.changes[state][event];
  const Changes others = behaviour.changes[state][other];
  for (Index k = 0; k < others.count; ++k) {
    const Change& before = changes_[others.first + k];
    const Changes then = behaviour.changes[before.state][event];
    if (then.count == 0 || !provisos_.steps_commute) continue;
    if (then.count != at_once.count) return false;
    for (Index j = 0; j < then.count; ++j) {
      const Change& first = changes_[at_once.first + j];
      const Change& last = changes_[then.first + j];
      const Changes afterwards = behaviour.changes[first.state][other];
      if (afterwards.count != others.count) return false;
      const Change& after = changes_[afterwards.first + k];
      if (!end_alike(first, after, before, last)) return false;
      if (provisos_.broken_alike && (first.broken != last.broken || before.broken != after.broken))
        return false;
      if (provisos_.decisions_stay && last.revokes) return false;
      if (provisos_.step_hidden && last.shows) return false;
    }
  }
  return true;
}

// Do two steps lead to the same state and send the same messages, whichever comes first?
bool Commuting::end_alike(const Change& first, const Change& other_then, const Change& other_first,
                          const Change& then) {
  if (then.state != other_then.state) return false;
  if (first.sent == then.sent && other_first.sent == other_then.sent) return true;
  const auto both = [](const Change& a, const Change& b) {
    std::vector<Sent> sent;
    std::ranges::merge(a.sent, b.sent, std::back_inserter(sent));
    return sent;
  };
  return both(first, other_then) == both(other_first, then);
}

Commuting::Index Commuting::named_state(Behaviour& behaviour, int process, Handlers::State state) {
  std::vector<Index>& known = behaviour.index_of_named;
  if (state >= known.size()) known.resize(state + 1, nothing);
  if (known[state] == nothing) {
    const auto its = handlers_.number(behaviour.role, values_.handlers().state(values_.role(process), state));
    if (its && *its < behaviour.index_of.size()) known[state] = behaviour.index_of[*its];
  }
  return known[state];
}

Commuting::Index Commuting::named_message(Handlers::Message message) {
  if (message == Handlers::notice) return message;
  if (message >= message_of_named_.size()) message_of_named_.resize(message + 1, nothing);
  if (message_of_named_[message] == nothing) {
    const auto its = handlers_.number(values_.handlers().message(message));
    if (its) message_of_named_[message] = *its;
  }
  return message_of_named_[message];
}

}  // namespace conclave
