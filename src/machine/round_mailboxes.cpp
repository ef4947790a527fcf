// The rounds of models with a body: what is settled when the bodies have run, before it is known which
// messages go out and arrive; and what is in the mailboxes when that is known, too.
#include <algorithm>

#include "machine/rounds.hpp"

namespace conclave {

// The adversary may have very many ways to decide what arrives, so what does not depend on it is found once
// for all of them: local states, what they break, and what is in the mailboxes before anything arrives.
void Rounds::settle_bodies() {
  settled_broken_ = {};
  for (std::size_t i = 0; i < places(); ++i) {
    const int place = static_cast<int>(i);
    const Part& part = parts_[i];
    Settled& settled = settled_[i];
    settled = {.value = value_after(i, settled_broken_)};
    const Facts& now = values_.facts(place, settled.value);
    settled.halted = now.halted;
    settled.takes_mail = !now.crashed && !now.halted && !part.recovers;
    if (!settled.takes_mail) continue;
    const auto add = [&](std::span<const Message> messages) {
      for (const Message message : messages) settled.bag = bags_.with(settled.bag, message);
    };
    const Contents& contents = values_.contents(i);
    if (part.acts)
      add(part.effect->unread);
    else
      add(contents.at((*at_)[values_.mailbox_component(place)]));
    if (values_.scenario().faults.late > 0) add(contents.at((*at_)[values_.late_component(place)]));
  }
}

void Rounds::note_mailboxes(Draft& draft, std::span<std::uint32_t> values) {
  const bool may_be_late = values_.scenario().faults.late > 0;
  draft.broken = settled_broken_;
  for (std::size_t i = 0; i < places(); ++i) {
    values[i] = settled_[i].value;
    arrived_[i] = settled_[i].bag;
    later_[i] = Bags::empty;
  }
  for (const auto& flight : sent_) {
    const auto to = static_cast<std::size_t>(flight.to);
    if (flight.fate == Fate::arrives && settled_[to].halted) draft.broken.add(PropertyId::no_stray_message);
    if (!settled_[to].takes_mail) continue;
    if (flight.fate == Fate::arrives) arrived_[to] = bags_.with(arrived_[to], flight.message);
    if (flight.fate == Fate::late) later_[to] = bags_.with(later_[to], flight.message);
  }
  for (std::size_t i = 0; i < places(); ++i) {
    const int place = static_cast<int>(i);
    values[values_.mailbox_component(place)] = mailbox_value(i, arrived_[i]);
    if (may_be_late) values[values_.late_component(place)] = mailbox_value(i, later_[i]);
  }
}

// The value of a mailbox's component.
std::uint32_t Rounds::mailbox_value(std::size_t place, std::uint32_t bag) {
  auto& known = mailbox_values_[place];
  if (bag >= known.size()) known.resize(bag + 1, 0);
  if (known[bag] == 0) {
    std::vector<Message> messages(bags_[bag].begin(), bags_[bag].end());
    known[bag] = values_.contents(place).bag(messages) + 1;
  }
  return known[bag] - 1;
}

void Rounds::load_mailboxes() {
  constexpr std::size_t many = 4096;
  settled_.resize(places());
  arrived_.resize(places());
  later_.resize(places());
  mailbox_values_.resize(places());
  for (auto& values : mailbox_values_) values.clear();
  if (bags_.size() > many) bags_.clear();
}

}  // namespace conclave
