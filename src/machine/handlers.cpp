#include "machine/handlers.hpp"

namespace conclave {

void Coverage::operator|=(const Coverage& other) {
  started |= other.started;
  resumed |= other.resumed;
  sent.resize(other.sent.size());
  received.resize(other.received.size());
  for (std::size_t kind = 0; kind < sent.size(); ++kind) {
    sent[kind] = sent[kind] || other.sent[kind];
    received[kind] = received[kind] || other.received[kind];
  }
}

Handlers::Role Handlers::role(const Surroundings& around) {
  const auto [at, added] = role_index_.try_emplace(around, static_cast<Role>(roles_.size()));
  if (added) {
    auto& entry = roles_.emplace_back();
    entry.around = &at->first;
    intern_state(entry, program_.initial(around));
  }
  return at->second;
}

Handlers::State Handlers::intern_state(RoleEntry& role, const Encoded& value) {
  const auto [at, added] = role.index.try_emplace(value, static_cast<State>(role.states.size()));
  if (added) {
    role.states.push_back({.value = &at->first,
                           .facts = program_.facts(*role.around, value),
                           .typed = typed_values_wanted_ ? program_.typed_state(value) : nullptr});
  }
  return at->second;
}

Handlers::State Handlers::crashed(Role r) {
  RoleEntry& role = roles_[r];
  if (!role.crashed) {
    role.crashed = static_cast<State>(role.states.size());
    Facts facts;
    facts.crashed = facts.decided = true;
    facts.receptive = false;
    role.states.push_back({.value = &no_value_, .facts = facts, .typed = nullptr});
  }
  return *role.crashed;
}

Handlers::Message Handlers::intern_message(const Encoded& value) {
  const auto [at, added] = message_index_.try_emplace(value, static_cast<Message>(messages_.size()));
  if (added) {
    messages_.push_back({.value = &at->first,
                         .kind = program_.kind_of(value),
                         .typed = typed_values_wanted_ ? program_.typed_message(value) : nullptr});
  }
  return at->second;
}

const Handlers::Effects* Handlers::intern(RoleEntry& role, const std::vector<Outcome>& outcomes) {
  auto& effects = effects_.emplace_back();
  for (const auto& outcome : outcomes) {
    Effect effect{.state = intern_state(role, outcome.state),
                  .sent = {},
                  .failures = outcome.failures,
                  .exception = outcome.exception,
                  .choices = outcome.choices,
                  .loads_network = outcome.loads_network,
                  .stores_network = outcome.stores_network};
    for (const auto& sending : outcome.sendings) {
      const Message message = intern_message(sending.message);
      effect.sent.push_back({sending.by_identifier, sending.to, message});
      coverage_.sent[kind(message)] = true;
    }
    effects.push_back(std::move(effect));
  }
  return &effects;
}

const Handlers::Effects& Handlers::start(Role r, State s) {
  auto& role = roles_[r];
  coverage_.started = true;
  if (role.states[s].start == nullptr) {
    const auto* effects = intern(role, program_.start(*role.around, state(r, s)));
    role.states[s].start = effects;  // only now: interning may move the states
  }
  return *role.states[s].start;
}

const Handlers::Effects& Handlers::resume(Role r, State s) {
  auto& role = roles_[r];
  coverage_.resumed = true;
  if (role.states[s].resume == nullptr) {
    const auto* effects = intern(role, program_.resume(*role.around, state(r, s)));
    role.states[s].resume = effects;
  }
  return *role.states[s].resume;
}

const Handlers::Effects& Handlers::receive(Role r, State s, Message m, Port port) {
  auto& role = roles_[r];
  const std::pair key(std::uint64_t{s} << 32 | m, static_cast<std::int32_t>(port));
  const auto at = role.receive.find(key);
  if (at != role.receive.end()) return *at->second;
  if (m != notice) coverage_.received[kind(m)] = true;
  const auto* effects =
      intern(role, m == notice ? program_.notice(*role.around, state(r, s), port)
                               : program_.receive(*role.around, state(r, s), message(m), port));
  role.receive.emplace(key, effects);
  return *effects;
}

bool Handlers::accepts(Role r, State s, Message m) const {
  return m == notice || program_.accepts(*roles_[r].around, state(r, s), message(m));
}

}  // namespace conclave
