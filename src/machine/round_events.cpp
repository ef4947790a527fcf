// What one round was: the events in it as numbers, and as they are described to people.
#include "machine/rounds.hpp"

namespace conclave {

Round Rounds::describe_round() const {
  Round round{.sent = sent_, .parts = std::vector<Round::Part>(places())};
  for (std::size_t i = 0; i < places(); ++i) {
    if (!parts_[i].acts || parts_[i].effect == nullptr) continue;
    round.parts[i].received = parts_[i].effect->received;
    if (parts_[i].crashes) continue;
    round.parts[i].failures = parts_[i].effect->failures;
    round.parts[i].exception = parts_[i].effect->exception;
    round.parts[i].notes = parts_[i].effect->notes;
  }
  return round;
}

RecordIndex Rounds::idle() {
  Draft nothing;
  std::vector<std::uint16_t> cost(values_.handlers().kinds() + 3, 0);
  cost.back() = 1;
  nothing.cost = cost_number(cost);
  return intern(nothing, false);
}

RecordIndex Rounds::intern(const Draft& draft, bool owed) {
  Key key{owed ? 1U : 0U, draft.broken.bits(), draft.cost};
  static_assert(before_events == 3);
  key.insert(key.end(), draft.events.begin(), draft.events.end());
  const auto free = static_cast<RecordIndex>(records_.size());
  const auto [at, added] = record_of_.try_emplace(std::move(key), free);
  if (added) {
    static const Handlers::Effect none{};
    StepRecord record{};
    record.cost = draft.cost;
    record.owed = owed;
    record.changes_facts = true;
    record.broken = draft.broken;
    records_.push_back(record);
    details_.push_back({&none, -1, 0, Step::Kind::round});
    keys_.push_back(&at->first);
    event_counts_.push_back(draft.event_count);
    constexpr std::size_t node = 64;  // what a map adds to each of its entries
    const std::size_t words = at->first.size();
    of_instance_.add(static_cast<std::ptrdiff_t>(
        node + sizeof(Key) + words * sizeof(Key::value_type) +
        2 * (sizeof(StepRecord) + sizeof(Detail) + sizeof(Key*) + sizeof(std::size_t))));
  }
  return at->second;
}

Step Rounds::step(RecordIndex r) const {
  Step step{.kind = Step::Kind::round,
            .process = records_[r].process,
            .channel = -1,
            .own = {},
            .message = {},
            .choices = {},
            .events = events(r)};
  return step;
}

std::vector<RoundEvent> Rounds::events(RecordIndex record) const {
  std::vector<RoundEvent> events;
  const Key& key = *keys_[record];
  for (std::size_t at = before_events; at < key.size();) {
    RoundEvent event;
    event.kind = static_cast<RoundEvent::Kind>(key[at]);
    event.process = static_cast<int>(key[at + 1]);
    event.channel = static_cast<int>(key[at + 2]) - 1;
    if (event.channel >= 0) event.message = values_.handlers().message(key[at + 3]);
    const std::size_t choices = key[at + 4];
    const auto first = key.begin() + static_cast<std::ptrdiff_t>(at) + 5;
    event.choices.assign(first, first + static_cast<std::ptrdiff_t>(choices));
    events.push_back(std::move(event));
    at += 5 + choices;
  }
  return events;
}

}  // namespace conclave
