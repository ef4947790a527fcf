#include "machine/rounds.hpp"

#include <algorithm>

#include "program/renaming.hpp"

namespace conclave {
namespace {

struct Cells {  // a configuration, as Values reads it
  const std::vector<std::uint32_t>& values;
  std::uint32_t get(std::size_t component) const { return values[component]; }
};

}  // namespace

void Rounds::load() {
  Steps::load();
  const std::size_t n = values_.processes();
  const Program& program = *values_.scenario().model->program;
  exchange_ = program.timing() == Timing::exchange;
  between_rounds_ = program.crashes_between_rounds(values_.scenario().parameters);
  channels_.clear();
  first_channel_.assign(1, 0);
  first_incoming_.assign(1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (const int channel : values_.channels().from(i)) {
      if (channel >= 0) channels_.push_back(static_cast<std::uint32_t>(channel));
    }
    first_channel_.push_back(static_cast<std::uint32_t>(channels_.size()));
    // There is an entry for each port at which a process with this role may receive.
    first_incoming_.push_back(first_incoming_.back() +
                              static_cast<std::uint32_t>(values_.channels().in_ports(i)));
  }
  reader_.clear();
  in_port_.clear();
  for (const Channel& channel : values_.channels().all()) {
    reader_.push_back(static_cast<std::uint32_t>(channel.readers.front().process));
    in_port_.push_back(static_cast<std::uint32_t>(code_of(channel.readers.front().port)));
  }
  heals_ = values_.scenario().model->about.heals;
  settles_ = exchange_ && !heals_ && values_.instance().byzantine.empty() && !shares_.are_counted();
  // Who comes back may bring an old draw with it.
  orders_lots_ = exchange_ && values_.scenario().reduction.draws && values_.scenario().faults.recover == 0 &&
                 has_names(program.state_shape(), Shape::Kind::draw);
  if (orders_lots_) lots_kept_.assign(n, {});
  draws_checked_.clear();
  records_by_key_.clear();
  event_counts_.clear();
  calm_records_.clear();
  inputs_forged_.clear();
  forgeries_known_.clear();
  came_before_.resize(first_incoming_.back());
  if (!exchange_) load_mailboxes();
  of_instance_.clear();
}

const std::vector<Rounds::Successor>& Rounds::expand(const std::vector<std::uint32_t>& at, List list) {
  at_ = &at;
  list_ = list;
  forget_configuration();
  left_ = values_.faults_left(Cells{at});
  fates_settled_ = left_.loss == 0 && left_.late == 0;
  note_crashed();
  if (is_settled() && take_only_round()) return successors_;
  draft_values_.clear();
  look_at_processes();
  plan(0);

  // Where an undisturbed round changes nothing and sends nothing, the execution rests: that round is no step,
  // and the others are optional.
  bool rests = true;
  for (std::size_t k = 0; k < drafts_.size() && rests; ++k) rests = !goes_on(drafts_[k], values(k));
  make_room(successors_, drafts_.size());
  std::size_t kept = 0;
  for (std::size_t k = 0; k < drafts_.size(); ++k) {
    poll();
    const Draft& draft = drafts_[k];
    if (rests && draft.undisturbed) continue;
    const std::span<const std::uint32_t> events(draft_events_);
    successors_.push_back(
        {values(k), intern(draft, events.subspan(draft.first_event, draft.event_words), !rests)});
    rounds_ += draft.rounds;
    if (wants_description_ && kept < k) described_[kept] = std::move(described_[k]);
    ++kept;
  }
  if (wants_description_) described_.resize(kept);
  return successors_;
}

void Rounds::note_crashed() {
  crashed_.clear();
  if (!has(values_.scenario().model->knows, Knowledge::crashes)) return;
  for (std::size_t i = 0; i < places(); ++i) {
    const Facts& facts = values_.facts(static_cast<int>(i), (*at_)[i]);
    if (facts.crashed && !facts.byzantine) crashed_.push_back(values_.ids()[i]);
  }
  std::ranges::sort(crashed_);
}

void Rounds::look_at_processes() {
  parts_.resize(places());
  for (std::size_t i = 0; i < places(); ++i) {
    Part& part = parts_[i];
    const int place = static_cast<int>(i);
    part.role = values_.role(place);
    part.state = values_.state(place, (*at_)[i]);
    part.facts = values_.facts(place, (*at_)[i]);
    const bool has_mail = !exchange_ && (*at_)[values_.mailbox_component(place)] != Contents::empty;
    part.sleeps = part.facts.asleep && !has_mail;
    part.effect = nullptr;
    part.among = nullptr;
  }
}

// What a configuration with many rounds has taken is given back.
void Rounds::forget_configuration() {
  const auto forget = [](auto& all, std::size_t few_of) {
    if (all.capacity() > few_of) all = {};
    all.clear();
  };
  forget(drafts_, few);
  forget(draft_values_, few * at_->size());
  forget(draft_events_, few * few);
  forget(drafts_by_hash_, 4 * few);
  forget(successors_, few);
  described_.clear();
  of_configuration_.clear();
  rounds_ = 0;
  // A call that ended with an exception may have left something behind.
  sent_.clear();
  held_.clear();
  is_held_.clear();
  forgeries_.clear();
  events_.clear();
  event_count_ = 0;
  disturbances_ = 0;
  times_ = 1;
  draws_now_ = false;
  as_wanted_ = true;
  goes_on_ = false;
  lots_.clear();
}

bool Rounds::goes_on(const Draft& draft, std::span<const std::uint32_t> values) const {
  return draft.undisturbed && !(draft.silent && std::ranges::equal(values, *at_));
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
  const bool draws = draws_now_;
  as_wanted_ = as_wanted && is_next_wanted(kind, place, channel, message, chosen);
  const std::size_t choices = chosen == nullptr ? 0 : chosen->choices.size();
  for (const std::size_t part : {static_cast<std::size_t>(kind), place, static_cast<std::size_t>(channel + 1),
                                 std::size_t{message}, choices})
    events_.push_back(static_cast<std::uint32_t>(part));
  if (chosen != nullptr) {
    events_.insert(events_.end(), chosen->choices.begin(), chosen->choices.end());
    events_.insert(events_.end(), chosen->odds.begin(), chosen->odds.end());
    draws_now_ |= chosen->tosses();
    tosses_ |= draws_now_;
  }
  ++event_count_;
  disturbances_ += kind != RoundEvent::Kind::choose ? 1 : 0;
  if (as_wanted_ || (disturbances_ == 0 && !goes_on_)) then();
  as_wanted_ = as_wanted;
  draws_now_ = draws;
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
  for (; place < places(); ++place) {
    Part& part = parts_[place];
    part.acts = part.crashes = part.recovers = false;
    if (part.facts.crashed) {
      if (part.facts.byzantine || left_.recover == 0) continue;
      plan(place + 1);
      return within(left_.recover, [&] {
        part.recovers = true;
        with(RoundEvent::Kind::recover, place, -1, 0, nullptr, [&] { plan(place + 1); });
        part.recovers = false;
      });
    }
    const bool takes_part = !part.facts.halted && !part.sleeps;
    const bool may_start =
        !part.facts.halted && part.sleeps &&
        conclave::may_start(values_.scenario(), values_.instance(), static_cast<int>(place));
    const bool owed = values_.scenario().start_is_owed();
    const bool acts = takes_part || (may_start && owed);
    if (left_.crash > 0 || (may_start && !owed)) {
      plan_living(place, acts);
      if (may_start && !owed)
        with(RoundEvent::Kind::start, place, -1, 0, nullptr, [&] { plan_living(place, true); });
      return;
    }
    part.acts = acts;
  }
  return exchange_ ? send(0) : run_bodies(0);
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

// Does a process have no choice? Then its effect is settled here.
bool Rounds::is_only_one(Part& part, const Handlers::Effects& effects) {
  part.among = &effects;
  if (effects.size() != 1 || !effects.front().choices.empty()) return false;
  part.effect = &effects.front();
  return true;
}

void Rounds::run_bodies(std::size_t place) {
  for (; place < places(); ++place) {
    Part& part = parts_[place];
    part.effect = nullptr;
    if (!part.acts) continue;
    const auto mailbox = (*at_)[values_.mailbox_component(static_cast<int>(place))];
    const auto& effects =
        values_.handlers().round(part.role, part.state, values_.contents(place).at(mailbox), crashed_);
    if (!is_only_one(part, effects)) return try_effects(place, effects, [&] { run_bodies(place + 1); });
  }
  settle_bodies();
  send(0);
}

// Processes that find the same share the run of their handler, and so the list of its effects. Of the
// effects that come to the same, List::distinct needs the first: a body may receive its messages in any
// order, and mostly the order makes no difference.
template <class Then>
void Rounds::try_effects(std::size_t place, const Handlers::Effects& effects, Then then) {
  Part& part = parts_[place];
  const Handlers::Effect* same = nullptr;
  for (std::size_t other = 0; other < place && values_.scenario().model->chooses_alike; ++other) {
    if (parts_[other].effect != nullptr && parts_[other].among == &effects) same = parts_[other].effect;
  }
  const bool merges = list_ == List::distinct && same == nullptr;
  for (const auto& effect : effects) {
    if ((same != nullptr && same != &effect) || (merges && effect.times == 0)) continue;
    part.effect = &effect;
    if (effect.choices.empty()) {
      then();
      continue;
    }
    if (values_.scenario().model->chooses_alike && effect.tosses())
      throw ModelError(
          "processes that choose alike (`chooses_alike`) toss nothing, because each one's chance is its own");
    if (orders_lots_ && !lots_.draw(effect, places() - place - 1)) continue;
    const Saturating times = times_;
    if (merges) times_ *= effect.times;
    with(RoundEvent::Kind::choose, place, -1, 0, &effect, then);
    times_ = times;
    if (orders_lots_) lots_.undo(effect);
  }
}

void Rounds::make_transitions(std::size_t place) {
  for (; place < places(); ++place) {
    Part& part = parts_[place];
    part.effect = nullptr;
    if (!part.acts || part.crashes) continue;
    const auto now = incoming(place);
    const auto before = of_place(came_before_, place);
    if (part.among == nullptr || !Sequences::equal(now, before)) {
      part.among = &values_.handlers().round(part.role, part.state, now, crashed_);
      std::ranges::copy(now, before.begin());
    }
    const auto& effects = *part.among;
    if (is_only_one(part, effects)) continue;
    if (orders_lots_) check_draws(part, effects);
    return try_effects(place, effects, [&] { make_transitions(place + 1); });
  }
  finish();
}

}  // namespace conclave
