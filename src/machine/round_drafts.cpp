// What a round that was put together leads to: the draft of it, with its mailboxes and its cost.
#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "machine/configuration.hpp"
#include "machine/rounds.hpp"
#include "program/renaming.hpp"

namespace conclave {

void Rounds::finish() {
  const bool is_wanted = !wanted_ || (as_wanted_ && event_count_ == wanted_->events);
  if (!is_wanted && (disturbances_ > 0 || goes_on_)) return;
  if (!lots_.complete()) return;
  Draft draft;
  draft.values = *at_;
  draft.events = events_;
  draft.event_count = event_count_;
  draft.undisturbed = disturbances_ == 0;
  draft.silent = sent_.empty();
  for (std::size_t i = 0; i < places(); ++i) {
    const Part& part = parts_[i];
    const int place = static_cast<int>(i);
    if (part.crashes) {
      draft.values[i] = values_.number(place, values_.handlers().crashed(part.role, part.state));
    } else if (part.recovers) {
      draft.values[i] = values_.number(place, values_.handlers().recovered(part.role, part.state));
    } else if (part.acts) {
      draft.values[i] = values_.number(place, part.effect->state);
      const Facts& now = values_.facts(place, draft.values[i]);
      draft.broken = draft.broken | judge_.broken_by(part.facts, now, *part.effect);
    }
  }
  if (lots_.any()) check_lots(draft);
  if (!exchange_) set_mailboxes(draft);
  for (const auto& flight : sent_) {
    const auto to = static_cast<std::size_t>(flight.to);
    const bool halted =
        exchange_ ? parts_[to].facts.halted : values_.facts(flight.to, draft.values[to]).halted;
    if (flight.fate == Fate::arrives && halted) draft.broken.add(PropertyId::no_stray_message);
  }
  draft.broken = draft.broken & values_.scenario().properties;
  const Faults& most = values_.scenario().faults;
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    if (most.*budgets[b].most > 0)
      draft.values[values_.budget_component(b)] =
          static_cast<std::uint32_t>(most.*budgets[b].most - left_.*budgets[b].most);
  }
  add_up(draft);
  goes_on_ = goes_on_ || (wanted_ && goes_on(draft));
  keep(std::move(draft));
  if (wants_description_) described_.push_back(describe_round());
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
void Rounds::check_lots(const Draft& draft) {
  lots_reduced_ = true;
  for (std::size_t i = 0; i < places(); ++i) {
    const Part& part = parts_[i];
    const bool acts = part.acts && !part.crashes && part.effect != nullptr;
    const auto now = acts ? Lots::drawn_by(*part.effect) : std::nullopt;
    const auto kept = lots_kept(i, draft.values[i]);
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

void Rounds::keep(Draft&& draft) {
  poll();
  constexpr std::size_t block = 16;  // what the allocator adds to each of two blocks, roughly
  of_configuration_.add(static_cast<std::ptrdiff_t>(
      2 * block + sizeof(std::uint32_t) * (draft.values.capacity() + draft.events.capacity())));
  if (drafts_.size() == drafts_.capacity()) {  // for a moment there are the old drafts and the new ones
    const std::size_t more = std::max(few, drafts_.capacity() / 2);
    of_configuration_.add(static_cast<std::ptrdiff_t>(more * sizeof(Draft)));
    Charge both(limits_);
    both.add(static_cast<std::ptrdiff_t>(drafts_.capacity() * sizeof(Draft)));
    drafts_.reserve(drafts_.capacity() + more);
  }
  drafts_.push_back(std::move(draft));
}

void Rounds::set_mailboxes(Draft& draft) {
  const bool may_be_late = values_.scenario().faults.late > 0;
  for (std::size_t i = 0; i < places(); ++i) {
    const Part& part = parts_[i];
    Contents& contents = values_.contents(i);
    const Facts& now = values_.facts(static_cast<int>(i), draft.values[i]);
    const std::size_t mailbox = values_.mailbox_component(static_cast<int>(i));
    const std::size_t late = values_.late_component(static_cast<int>(i));
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
      for (const auto& flight : sent_) {
        if (flight.to != static_cast<int>(i)) continue;
        if (flight.fate == Fate::arrives) push(waiting, flight.message);
        if (flight.fate == Fate::late) push(later, flight.message);
      }
    }
    draft.values[mailbox] = values_.checked(waiting);
    if (may_be_late) draft.values[late] = values_.checked(later);
  }
}

// Lynch's messages are those of the configuration before the round. A body sends in the course of it.
std::uint32_t Rounds::share_of(const Draft& draft) {
  if (!shares_.are_counted()) return 0;
  std::vector<Shares::Sent> sent;
  for (const auto& flight : sent_) {
    if (!flight.forged) sent.push_back({flight.from, flight.message});
  }
  return shares_.number(sent, LooseConfiguration{exchange_ ? *at_ : draft.values});
}

void Rounds::add_up(Draft& draft) {
  const std::size_t kinds = values_.handlers().kinds();
  std::vector<std::size_t> cost(kinds + 3, 0);
  for (const auto& flight : sent_) {
    if (!flight.forged) {
      ++cost.front();
      ++cost[values_.handlers().kind(flight.message) + 1];
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
  draft.cost = cost_number(std::vector<std::uint16_t>(cost.begin(), cost.end()), share_of(draft));
}

}  // namespace conclave
