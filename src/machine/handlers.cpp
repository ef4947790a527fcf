#include "machine/handlers.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "program/renaming.hpp"

namespace conclave {

void Coverage::operator|=(const Coverage& other) {
  // Whoever has explored nothing yet does not know how many there are.
  const auto add = [](std::vector<bool>& all, const std::vector<bool>& more) {
    all.resize(std::max(all.size(), more.size()));
    for (std::size_t i = 0; i < more.size(); ++i) all[i] = all[i] || more[i];
  };
  started |= other.started;
  add(own_steps, other.own_steps);
  port_numbers |= other.port_numbers;
  tosses |= other.tosses;
  add(sent, other.sent);
  add(received, other.received);
}

Handlers::Role Handlers::role(const Surroundings& around) {
  const auto at = role_index_.try_emplace(around).first;
  auto& roles = at->second;
  auto role = std::ranges::find_if(roles, [&](Role r) { return roles_[r].notes.hold(); });
  if (role == roles.end()) {
    RoleEntry entry;
    entry.around = &at->first;
    Comparisons comparisons;
    const Encoded begins = watched_.initial(around);
    entry.notes = comparisons.notes;
    roles_compare_ |= entry.notes.any();
    intern_state(entry, begins);
    role = roles.insert(role, static_cast<Role>(roles_.size()));
    // A copy would leave pointers into the old entry behind.
    static_assert(std::is_nothrow_move_constructible_v<RoleEntry>);
    roles_.push_back(std::move(entry));
  }
  asked_.note(roles_[*role].notes);
  return *role;
}

Handlers::Known Handlers::find_facts(RoleEntry& role, const Encoded& value) {
  const Comparisons comparisons;
  Facts facts = watched_.facts(*role.around, value);
  facts.looks = looks(role, value, When::always);
  facts.quiet_looks = looks(role, value, When::quiet);
  facts.anonymous_looks = anonymous_looks(role, value).value_or(facts.looks);
  return {facts, comparisons.notes};
}

// The facts of a state depend on comparisons, so they may be others under the order in force.
void Handlers::look_again(RoleEntry& role, StateEntry& entry) {
  if (!entry.known.notes.hold()) {
    const auto before =
        std::ranges::find_if(entry.known_before, [](const Known& k) { return k.notes.hold(); });
    if (before != entry.known_before.end())
      std::swap(entry.known, *before);
    else
      entry.known_before.push_back(std::exchange(entry.known, find_facts(role, *entry.value)));
  }
  asked_.note(entry.known.notes);
}

// The number of a value, which is made an entry if it is new. If the model throws while the entry is made, it
// is new again the next time.
template <class Entries, class Make>
std::uint32_t Handlers::intern(Index& index, Entries& entries, const Encoded& value, const Make& make) {
  const auto [at, added] = index.try_emplace(value, static_cast<std::uint32_t>(entries.size()));
  if (!added) return at->second;
  try {
    entries.push_back(make(at->first));
  } catch (...) {
    index.erase(at);
    throw;
  }
  return at->second;
}

Handlers::State Handlers::intern_state(RoleEntry& role, const Encoded& value) {
  return intern(role.index, role.states, value, [&](const Encoded& kept) {
    Known known = find_facts(role, kept);
    states_compare_ |= known.notes.any();
    return StateEntry{.value = &kept,
                      .known = std::move(known),
                      .typed = make_typed([&] { return program_.typed_state(kept); }),
                      .messages = {},
                      .messages_notes = {}};
  });
}

// What predicates see of a process, as a number. A state of which they may see all looks like no other.
std::uint32_t Handlers::looks(RoleEntry& role, const Encoded& value, When when) {
  if (!typed_values_wanted_) return 0;
  std::optional<Encoded> seen = watched_.looked_at(*role.around, value, when, Watched::Whole::as_it_is);
  const auto number = seen ? number_looks(std::move(*seen), sees_part) : number_looks(value, sees_all);
  states_are_seen_whole_ |= !seen;
  if (when == When::always) states_look_alike_ |= !role.looks.insert(number).second;
  return number;
}

// Of a set of several identifiers, which says how they are ordered, there is none.
std::optional<std::uint32_t> Handlers::anonymous_looks(const RoleEntry& role, const Encoded& value) {
  if (!typed_values_wanted_ || !has_names(program_.state_shape(), Shape::Kind::identifier)) return {};
  std::optional<Encoded> seen =
      watched_.looked_at(*role.around, value, When::always, Watched::Whole::without_identifiers);
  if (!seen) return {};
  return number_looks(std::move(*seen), sees_no_identifier);
}

std::uint32_t Handlers::number_looks(Encoded seen, std::int32_t kind) {
  seen.push_back(kind);
  return looks_.try_emplace(std::move(seen), static_cast<std::uint32_t>(looks_.size())).first->second;
}

Handlers::StateEntry Handlers::gone(const Encoded& left, bool byzantine) {
  states_are_seen_whole_ |= !left.empty();
  Facts facts;
  facts.crashed = facts.decided = true;
  facts.byzantine = byzantine;
  facts.receptive = false;
  facts.looks = facts.anonymous_looks = facts.quiet_looks =
      number_looks(left, byzantine ? is_byzantine : has_crashed);
  return {.value = &left,
          .known = {facts, {}},
          .typed = left.empty() ? Typed{} : make_typed([&] { return program_.typed_state(left); }),
          .messages = {},
          .messages_notes = {}};
}

Handlers::State Handlers::crashed(Role r, State before) {
  RoleEntry& role = roles_[r];
  if (const auto known = role.states[before].crashed) return *known;
  Encoded left;
  bool compares = false;
  if (program_.outlives_crash(may_recover_)) {
    Comparisons comparisons;
    left = watched_.left_by_crash(*role.around, state(r, before), may_recover_);
    compares = comparisons.notes.any();
    asked_.note(comparisons.notes);
  }
  const State after = met_crashed(r, left);
  if (!compares) role.states[before].crashed = after;
  return after;
}

Handlers::State Handlers::met_crashed(Role r, const Encoded& left) {
  RoleEntry& role = roles_[r];
  return intern(role.crashed, role.states, left, [&](const Encoded& kept) { return gone(kept, false); });
}

Handlers::State Handlers::recovered(Role r, State crashed) {
  RoleEntry& role = roles_[r];
  const Encoded& left = *role.states[crashed].value;
  return left.empty() ? initial : intern_state(role, left);
}

Handlers::State Handlers::byzantine(Role r) {
  RoleEntry& role = roles_[r];
  if (!role.byzantine) {
    role.states.push_back(gone(no_value_, true));
    role.byzantine = static_cast<State>(role.states.size() - 1);
  }
  return *role.byzantine;
}

Handlers::Message Handlers::intern_message(const Encoded& value) {
  return intern(message_index_, messages_, value, [&](const Encoded& kept) {
    return MessageEntry{.value = &kept, .kind = program_.kind_of(kept), .typed = make_typed([&] {
                                                                          return program_.typed_message(kept);
                                                                        })};
  });
}

std::optional<Handlers::State> Handlers::number(Role role, const Encoded& state) const {
  const Index& index = roles_[role].index;
  const auto at = index.find(state);
  return at == index.end() ? std::nullopt : std::optional(at->second);
}

std::optional<Handlers::Message> Handlers::number(const Encoded& message) const {
  const auto at = message_index_.find(message);
  return at == message_index_.end() ? std::nullopt : std::optional(at->second);
}

template <class F>
const Handlers::Run* Handlers::run(RoleEntry& role, const Run* others, F call) {
  Run run;
  run.other = others;
  Effects& effects = run.effects;
  std::vector<Outcome> outcomes;
  {
    Comparisons comparisons;
    const LimitsInForce in_force(limits_ != nullptr ? limits_ : LimitsInForce::get());
    outcomes = call();
    run.notes = comparisons.notes;
    coverage_.port_numbers |= run.notes.port_numbers;
  }
  Charge passing(limits_);  // for what the outcomes take until this function returns
  effects.reserve(outcomes.size());
  for (const auto& outcome : outcomes) {
    if (limits_ != nullptr) limits_->poll();
    passing.add(static_cast<std::ptrdiff_t>(bytes_of(outcome)));
    if (kept_) kept_->add(static_cast<std::ptrdiff_t>(sizeof(Effect) + bytes_of(outcome) / 2));
    Effect effect{.number = ++effects_,
                  .state = intern_state(role, outcome.state),
                  .sent = {},
                  .failures = outcome.failures,
                  .exception = outcome.exception,
                  .choices = outcome.choices,
                  .odds = outcome.odds,
                  .received = {},
                  .unread = {},
                  .loads_network = outcome.loads_network,
                  .stores_network = outcome.stores_network};
    for (const auto& sending : outcome.sendings) {
      const Message message = intern_message(sending.message);
      effect.sent.push_back({sending.by_identifier, sending.to, message});
      coverage_.sent[kind(message)] = true;
    }
    for (const auto& value : outcome.received) {
      effect.received.push_back(intern_message(value));
      coverage_.received[kind(effect.received.back())] = true;
    }
    for (const auto& value : outcome.unread) effect.unread.push_back(intern_message(value));
    effect.odds.resize(effect.choices.size(), 0);
    coverage_.tosses |= effect.tosses();
    effects.push_back(std::move(effect));
  }
  note_alike(effects);
  Run& kept = runs_.emplace_back(std::move(run));
  for (Effect& effect : kept.effects) effect.notes = &kept.notes;
  return &kept;
}

// The order in which a body has received its messages is no part of what it comes to: it matters only where
// the body did something else because of it.
void Handlers::note_alike(Effects& effects) {
  if (effects.size() < 2) return;
  const auto outcome = [](const Effect& of) {
    return std::tie(of.state, of.sent, of.failures, of.exception, of.unread, of.loads_network,
                    of.stores_network);
  };
  std::map<decltype(outcome(effects.front())), Effect*> first;
  for (Effect& effect : effects) {
    if (effect.tosses()) continue;
    const auto [known, is_new] = first.try_emplace(outcome(effect), &effect);
    if (is_new) continue;
    ++known->second->times;
    effect.times = 0;
  }
}

const Handlers::Effects& Handlers::start(Role r, State s) {
  auto& role = roles_[r];
  coverage_.started = true;
  const Run* known = in_force(role.states[s].start);
  if (known == nullptr) {
    known = run(role, role.states[s].start, [&] { return watched_.start(*role.around, state(r, s)); });
    role.states[s].start = known;  // set only now, because interning may have moved the states
  }
  return use(*known);
}

const Handlers::Effects& Handlers::own_step(Role r, State s, std::size_t step) {
  auto& role = roles_[r];
  coverage_.own_steps[step] = true;
  role.states[s].own_steps.resize(coverage_.own_steps.size());
  const Run* const others = role.states[s].own_steps[step];
  const Run* known = in_force(others);
  if (known == nullptr) {
    known = run(role, others, [&] { return watched_.own_step(*role.around, state(r, s), step); });
    role.states[s].own_steps[step] = known;
  }
  return use(*known);
}

const Handlers::Effects& Handlers::receive(Role r, State s, Message m, Port port) {
  auto& role = roles_[r];
  const Run*& last = at_port(role.receive, port, s, m);
  if (const Run* known = in_force(last)) return use(*known);
  if (m != notice) coverage_.received[kind(m)] = true;
  last = run(role, last, [&] {
    return m == notice ? watched_.notice(*role.around, state(r, s), port)
                       : watched_.receive(*role.around, state(r, s), message(m), port);
  });
  return use(*last);
}

const std::vector<std::optional<Handlers::Message>>& Handlers::messages(Role r, State s) {
  auto& role = roles_[r];
  if (!role.states[s].messages) {
    coverage_.started = true;
    std::vector<std::optional<Message>> by_port;
    Comparisons comparisons;
    for (int port = 0; port < role.around->ports; ++port) {
      const auto sent = watched_.message(*role.around, state(r, s), given_port(port));
      by_port.push_back(sent ? std::optional(intern_message(*sent)) : std::nullopt);
      if (sent) coverage_.sent[kind(*by_port.back())] = true;
    }
    role.states[s].messages = std::move(by_port);
    role.states[s].messages_notes = comparisons.notes;
    coverage_.port_numbers |= comparisons.notes.port_numbers;
  }
  asked_.note(role.states[s].messages_notes);
  return *role.states[s].messages;
}

const Handlers::Run*& Handlers::round_at(RoleEntry& role, State s, std::span<const std::uint32_t> input,
                                         const std::vector<Id>& crashed) {
  std::size_t messages = 0;
  std::uint32_t column = 0;
  const auto ports = static_cast<std::uint32_t>(input.size());
  for (std::uint32_t port = 0; port < ports; ++port) {
    if (input[port] == 0) continue;
    ++messages;
    column = (input[port] - 1) * ports + port + 1;
  }
  if (messages <= 1 && crashed.empty()) return role.calm_rounds.at(s, column);
  auto& key = round_input_;
  key.resize(input.size() + 1);
  key[0] = s;
  std::ranges::copy(input, key.begin() + 1);
  if (!crashed.empty()) key.push_back(~std::uint32_t{0});  // a separator that is no number of a message
  for (const Id id : crashed) key.push_back(static_cast<std::uint32_t>(code_of(id)));
  const std::uint32_t number = role.round_inputs.intern(key);
  if (number >= role.rounds.size()) role.rounds.resize(role.round_inputs.size(), nullptr);
  return role.rounds[number];
}

const Handlers::Effects& Handlers::round(Role r, State s, std::span<const std::uint32_t> input,
                                         const std::vector<Id>& crashed) {
  auto& role = roles_[r];
  const Run*& known = round_at(role, s, input, crashed);
  if (known != nullptr) return use(*known);
  Findings findings{{}, crashed};
  const Run* done = nullptr;
  if (program_.timing() == Timing::exchange) {
    std::vector<std::optional<Encoded>> incoming;
    for (const auto entry : input) {
      incoming.push_back(entry == 0 ? std::nullopt : std::optional(message(entry - 1)));
      if (entry != 0) coverage_.received[kind(entry - 1)] = true;
    }
    done = run(role, nullptr,
               [&] { return watched_.transition(*role.around, state(r, s), incoming, findings); });
  } else {
    coverage_.started = true;
    for (const auto entry : input) findings.mailbox.push_back(message(entry));
    std::ranges::sort(findings.mailbox);  // sorted by value, because the numbers depend on what ran before
    done = run(role, nullptr, [&] { return watched_.round(*role.around, state(r, s), findings); });
  }
  known = done;
  return use(*done);
}

std::vector<Handlers::Message> Handlers::alphabet(const std::vector<Id>& ids) {
  std::vector<Message> all;
  if (const auto values = watched_.alphabet(ids)) {
    for (const auto& value : *values) all.push_back(intern_message(value));
  }
  return all;
}

bool Handlers::accepts(Role r, State s, Message m, Port port) {
  if (m == notice || !program_.selects()) return true;
  auto& role = roles_[r];
  const Acceptance*& last = at_port(role.accepts, port, s, m);
  const Acceptance* known = in_force(last);
  if (known == nullptr) {
    Comparisons comparisons;
    const bool accepts = watched_.accepts(*role.around, state(r, s), message(m), port);
    if (kept_) kept_->add(sizeof(Acceptance));
    known = last = &acceptances_.emplace_back(Acceptance{accepts, comparisons.notes, last});
  }
  asked_.note(known->notes);
  return known->accepts;
}

}  // namespace conclave
