// What a round that was put together leads to: the draft of it, with its mailboxes and its cost. Drafts that
// come to the same are merged if that is wanted.
#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "machine/configuration.hpp"
#include "machine/rounds.hpp"
#include "program/renaming.hpp"

namespace conclave {

// Memory is charged before it is taken. For a moment there are the old elements and the new ones.
template <class T>
void Rounds::make_room(std::vector<T>& all, std::size_t more) {
  if (all.size() + more <= all.capacity()) return;
  const std::size_t capacity = all.size() + more + std::max(few, all.capacity() / 2);
  of_configuration_.add(static_cast<std::ptrdiff_t>((capacity - all.capacity()) * sizeof(T)));
  Charge both(limits_);
  both.add(static_cast<std::ptrdiff_t>(all.capacity() * sizeof(T)));
  all.reserve(capacity);
}
template void Rounds::make_room(std::vector<Successor>&, std::size_t);

void Rounds::finish() {
  const bool is_wanted = !wanted_ || (as_wanted_ && event_count_ == wanted_->events);
  if (!is_wanted && (disturbances_ > 0 || goes_on_)) return;
  if (!lots_.complete()) return;
  poll();
  const std::size_t first = draft_values_.size();
  make_room(draft_values_, at_->size());
  draft_values_.insert(draft_values_.end(), at_->begin(), at_->end());
  const std::span<std::uint32_t> values = std::span(draft_values_).subspan(first);
  Draft draft;
  draft.event_count = event_count_;
  draft.undisturbed = disturbances_ == 0;
  draft.silent = sent_.empty();
  draft.tosses = draws_now_;
  draft.rounds = times_;
  note_outcome(draft, values);
  if (wanted_) goes_on_ = goes_on_ || goes_on(draft, values);
  if (list_ == List::distinct && !draft.tosses && merge(draft, values)) {
    draft_values_.resize(first);
    return;
  }
  draft.first_event = draft_events_.size();
  draft.event_words = events_.size();
  make_room(draft_events_, events_.size());
  draft_events_.insert(draft_events_.end(), events_.begin(), events_.end());
  make_room(drafts_, 1);
  drafts_.push_back(draft);
  if (list_ == List::distinct) index_last();
  if (wants_description_) described_.push_back(describe_round());
}

// The value of a local state after the round.
std::uint32_t Rounds::value_after(std::size_t i, PropertySet& broken) {
  const Part& part = parts_[i];
  const int place = static_cast<int>(i);
  if (part.crashes) return values_.number(place, values_.handlers().crashed(part.role, part.state));
  if (part.recovers) return values_.number(place, values_.handlers().recovered(part.role, part.state));
  if (!part.acts) return (*at_)[i];
  const std::uint32_t value = values_.number(place, part.effect->state);
  broken = broken | judge_.broken_by(part.facts, values_.facts(place, value), *part.effect);
  return value;
}

void Rounds::note_outcome(Draft& draft, std::span<std::uint32_t> values) {
  if (exchange_) {
    for (std::size_t i = 0; i < places(); ++i) values[i] = value_after(i, draft.broken);
    for (const auto& flight : sent_) {
      if (flight.fate == Fate::arrives && parts_[static_cast<std::size_t>(flight.to)].facts.halted)
        draft.broken.add(PropertyId::no_stray_message);
    }
  } else {
    note_mailboxes(draft, values);
  }
  if (lots_.any()) check_lots(values);
  draft.broken = draft.broken & values_.scenario().properties;
  const Faults& most = values_.scenario().faults;
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    if (most.*budgets[b].most > 0)
      values[values_.budget_component(b)] =
          static_cast<std::uint32_t>(most.*budgets[b].most - left_.*budgets[b].most);
  }
  draft.cost = add_up(values);
}

// Is there a draft that comes to the same, with no more events? Then it stands for this one as well. If it
// has more events, this one follows it, and those to come are counted with this one.
bool Rounds::merge(Draft& draft, std::span<const std::uint32_t> values) {
  const auto look_at = [&](std::size_t other) {
    if (drafts_[other].event_count > draft.event_count) return false;
    drafts_[other].rounds += draft.rounds;
    return true;
  };
  draft.hash = Sequences::hash(values) ^ (std::uint64_t{draft.cost} << 40 | draft.broken.bits());
  if (drafts_by_hash_.empty()) {
    for (std::size_t k = drafts_.size(); k-- > 0;) {
      if (is_same(draft, values, k)) return look_at(k);
    }
    return false;
  }
  const std::size_t mask = drafts_by_hash_.size() - 1;
  for (std::size_t slot = draft.hash & mask; drafts_by_hash_[slot] != 0; slot = (slot + 1) & mask) {
    const std::size_t other = drafts_by_hash_[slot] - 1;
    if (is_same(draft, values, other)) return look_at(other);
  }
  return false;
}

bool Rounds::is_same(const Draft& draft, std::span<const std::uint32_t> of, std::size_t k) const {
  const Draft& other = drafts_[k];
  return other.hash == draft.hash && other.cost == draft.cost && other.broken == draft.broken &&
         other.undisturbed == draft.undisturbed && !other.tosses && Sequences::equal(values(k), of);
}

// Puts the last draft, and if need be all drafts, into drafts_by_hash_. Of those that come to the same, the
// last one is found.
void Rounds::index_last() {
  constexpr std::size_t are_scanned = 8;
  const auto put = [&](std::size_t k) {
    if (drafts_[k].tosses) return;
    const std::size_t mask = drafts_by_hash_.size() - 1;
    std::size_t slot = drafts_[k].hash & mask;
    while (drafts_by_hash_[slot] != 0 && !is_same(drafts_[k], values(k), drafts_by_hash_[slot] - 1))
      slot = (slot + 1) & mask;
    drafts_by_hash_[slot] = static_cast<std::uint32_t>(k + 1);
  };
  if (drafts_.size() <= are_scanned) return;
  if (2 * drafts_.size() <= drafts_by_hash_.size()) return put(drafts_.size() - 1);
  const std::size_t slots = std::max(4 * are_scanned, 2 * drafts_by_hash_.size());
  drafts_by_hash_.clear();
  make_room(drafts_by_hash_, slots);
  drafts_by_hash_.resize(slots, 0);
  for (std::size_t k = 0; k < drafts_.size(); ++k) put(k);
}

// A handler that draws does the same whatever it draws, unless it compares this with an older draw. So with
// the same answers to all that is no draw there is one effect for each value, and they differ in draws alone.
void Rounds::check_draws(const Part& part, const Handlers::Effects& effects) {
  if (effects.size() < 2 || !draws_checked_.insert(&effects).second) return;
  struct Group {
    const Handlers::Effect* first;
    std::size_t size;
  };
  std::map<std::vector<unsigned>, Group> groups;  // by these answers
  const auto state = [&](const Handlers::Effect& effect) {
    return with_equal_draws(values_.scenario().model->program->state_shape(),
                            values_.handlers().state(part.role, effect.state));
  };
  bool alike = true;
  for (const auto& effect : effects) {
    if (!Lots::drawn_by(effect)) continue;
    std::vector<unsigned> answers;
    for (std::size_t i = 0; i < effect.choices.size(); ++i) {
      if ((effect.odds[i] & by_lot) == 0) answers.push_back(effect.choices[i]);
    }
    Group& group = groups.try_emplace(std::move(answers), Group{&effect, 0}).first->second;
    ++group.size;
    const Handlers::Effect& first = *group.first;
    alike = alike && first.failures == effect.failures && first.exception == effect.exception &&
            first.odds == effect.odds && state(first) == state(effect);
  }
  for (const auto& [answers, group] : groups) alike = alike && group.size == Lots::among(*group.first);
  if (!alike) throw DrawsMatter("a process compares what it draws with an older draw, or with a number");
}

// The draws of a round stand for others only as long as nobody compares them with older ones.
void Rounds::check_lots(std::span<const std::uint32_t> values) {
  lots_reduced_ = true;
  for (std::size_t i = 0; i < places(); ++i) {
    const Part& part = parts_[i];
    const bool acts = part.acts && !part.crashes && part.effect != nullptr;
    const auto now = acts ? Lots::drawn_by(*part.effect) : std::nullopt;
    const auto kept = lots_kept(i, values[i]);
    if (kept && kept != now)
      throw DrawsMatter("a process keeps an older draw while " + std::string(now ? "it" : "another one") +
                        " draws anew");
  }
}

// Of several draws, one that is none of this round.
std::optional<std::uint32_t> Rounds::lots_kept(std::size_t place, std::uint32_t value) {
  const int process = static_cast<int>(place);
  if (values_.facts(process, value).crashed) return {};
  auto& known = lots_kept_[place];
  if (value >= known.size()) known.resize(value + 1, 0);
  if (known[value] == 0) {
    const auto draws =
        draws_in(values_.scenario().model->program->state_shape(), values_.local(process, value));
    known[value] = draws.empty() ? 1 : static_cast<std::uint32_t>(draws.front()) + 2;
    if (std::ranges::adjacent_find(draws, std::not_equal_to<>()) != draws.end())
      known[value] = ~std::uint32_t{0};
  }
  return known[value] == 1 ? std::nullopt : std::optional(known[value] - 2);
}

// Lynch's messages are those of the configuration before the round. A body sends in the course of it.
std::uint32_t Rounds::share_of(std::span<const std::uint32_t> values) {
  if (!shares_.are_counted()) return 0;
  std::vector<Shares::Sent> sent;
  for (const auto& flight : sent_) {
    if (!flight.forged) sent.push_back({flight.from, flight.message});
  }
  const Configuration then{exchange_ ? *at_ : std::vector<std::uint32_t>(values.begin(), values.end())};
  return shares_.number(sent, then);
}

std::uint16_t Rounds::add_up(std::span<const std::uint32_t> values) {
  begin_costs();
  for (const auto& flight : sent_) {
    if (!flight.forged) count_sent(flight.message);
    const Part& to = parts_[static_cast<std::size_t>(flight.to)];
    if (exchange_ && flight.fate == Fate::arrives && to.acts) count_delivered(1);
  }
  for (const Part& part : parts_) {
    if (!exchange_ && part.acts) count_delivered(part.effect->received.size());
  }
  return number_costs(share_of(values));
}

std::uint16_t Rounds::number_costs(std::uint32_t share) {
  key_.back() = 1;
  if (std::max(key_.front(), key_[kinds_ + 1]) > std::numeric_limits<std::uint16_t>::max())
    throw ModelError("more than 65535 messages are sent in one round");
  key_.push_back(share);
  const std::uint32_t number = costs_by_words_.intern(key_);
  if (number == cost_numbers_.size())
    cost_numbers_.push_back(cost_number(std::vector<std::uint16_t>(key_.begin(), key_.end() - 1), share));
  return cost_numbers_[number];
}

}  // namespace conclave
