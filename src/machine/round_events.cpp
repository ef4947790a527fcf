// What one round was: the events in it as numbers, and as they are described to people.
#include "machine/rounds.hpp"

namespace conclave {

Round Rounds::describe_round() const {
  Round round{.sent = sent_, .parts = std::vector<Round::Part>(places())};
  for (std::size_t i = 0; i < places(); ++i) {
    if (!parts_[i].acts || parts_[i].effect == nullptr) continue;
    round.parts[i].received = parts_[i].effect->received;
    round.parts[i].odds = parts_[i].effect->odds;
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
  return intern(nothing, {}, false);
}

RecordIndex Rounds::intern(const Draft& draft, std::span<const std::uint32_t> events, bool owed) {
  static_assert(before_events == 3);
  key_.assign({owed ? 1U : 0U, draft.broken.bits(), draft.cost});
  key_.insert(key_.end(), events.begin(), events.end());
  const std::size_t bytes = records_by_key_.bytes();
  const RecordIndex number = records_by_key_.intern(key_);
  if (number == records_.size()) {
    static const Handlers::Effect none{};
    StepRecord record{};
    record.cost = draft.cost;
    record.owed = owed;
    record.changes_facts = true;
    record.broken = draft.broken;
    records_.push_back(record);
    details_.push_back({&none, -1, 0, Step::Kind::round});
    event_counts_.push_back(draft.event_count);
    of_instance_.add(static_cast<std::ptrdiff_t>(
        records_by_key_.bytes() - bytes +
        2 * (sizeof(StepRecord) + sizeof(Detail) + sizeof(decltype(event_counts_)::value_type))));
  }
  return number;
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

template <class Visit>
void Rounds::for_each_event(RecordIndex record, Visit visit) const {
  std::span<const std::uint32_t> rest = records_by_key_[record];
  for (rest = rest.subspan(before_events); !rest.empty();) {
    const std::size_t choices = rest[head_words - 1];
    visit({rest.first(head_words), rest.subspan(head_words, choices),
           rest.subspan(head_words + choices, choices)});
    rest = rest.subspan(head_words + 2 * choices);
  }
}

std::vector<RoundEvent> Rounds::events(RecordIndex record) const {
  std::vector<RoundEvent> events;
  for_each_event(record, [&](const EventWords& words) {
    RoundEvent event;
    event.kind = static_cast<RoundEvent::Kind>(words.head[0]);
    event.process = static_cast<int>(words.head[1]);
    event.channel = static_cast<int>(words.head[2]) - 1;
    if (event.channel >= 0) event.message = values_.handlers().message(words.head[3]);
    event.choices.assign(words.choices.begin(), words.choices.end());
    events.push_back(std::move(event));
  });
  return events;
}

// Processes that toss in one round toss independently of each other.
void Rounds::decision(RecordIndex record, std::vector<std::uint32_t>& out) const {
  out.clear();
  for_each_event(record, [&](const EventWords& words) {
    // How often a process tosses is a matter of chance, too.
    const auto head = words.head.first(head_words - 1);
    out.insert(out.end(), head.begin(), head.end());
    write_chosen(words.choices, words.odds, out);
  });
}

Steps::Probability Rounds::probability(RecordIndex record) const {
  Probability probability;
  std::vector<std::uint32_t> lots;
  std::uint64_t among = 0;
  for_each_event(record, [&](const EventWords& words) {
    multiply(probability, words.odds);
    for (std::size_t i = 0; i < words.odds.size(); ++i) {
      if ((words.odds[i] & by_lot) == 0) continue;
      lots.push_back(words.choices[i]);
      among = words.odds[i] & ~by_lot;
    }
  });
  if (orders_lots_ && !lots.empty()) probability.ways = Lots::ways(lots, among);
  return probability;
}

}  // namespace conclave
