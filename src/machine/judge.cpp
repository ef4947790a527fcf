#include "machine/judge.hpp"

#include "machine/configuration.hpp"

namespace conclave {

Judge::Judge(Values& values)
    : values_(values),
      elects_smallest_(values.scenario().model->elects == Elects::smallest),
      has_faults_(values.scenario().faults.any()) {
  for (const Statement& s : values.scenario().model->program->statements())
    every_step_.push_back(s.form == Form::every_step ? s.name : std::string_view());
}

void Judge::begin() {
  favourite_ =
      *(elects_smallest_ ? std::ranges::min_element(values_.ids()) : std::ranges::max_element(values_.ids()));
}

void Judge::note_favourite() const {
  if (!order_matters()) return;
  for (const Id id : values_.ids()) {
    if (id != favourite_) values_.asked().note(favourite_, id);
  }
}

// The process believed in may have crashed, so perhaps nothing else has compared it with the favourite.
bool Judge::is_right(const Facts& of, Id favourite) const {
  const std::vector<Id>& ids = values_.ids();
  Id who(*of.belief);
  if (of.belief_is_place) {
    if (*of.belief < 0 || *of.belief >= std::ssize(ids)) return false;
    who = ids[static_cast<std::size_t>(*of.belief)];
  }
  if (who == favourite) return true;
  if (std::ranges::find(ids, who) == ids.end()) return false;
  if (order_matters()) values_.asked().note(who, favourite);
  return !ahead(favourite, who);
}

PropertySet Judge::broken_by(const Facts& then, const Facts& now, const Handlers::Effect& effect) const {
  PropertySet broken;
  if (then.decided && (!now.decided || now.belief != then.belief || now.leader != then.leader))
    broken.add(PropertyId::irrevocable);
  for (const auto& failure : effect.failures) {
    const auto own = std::ranges::find(every_step_, failure) - every_step_.begin();
    if (own < std::ssize(every_step_)) {
      broken = broken | PropertySet::own(1U << own);
    } else {
      broken.add(PropertyId::assertions);
    }
  }
  if (effect.exception) broken.add(PropertyId::no_exception);
  return broken & values_.scenario().properties;
}

std::uint32_t Judge::evaluate(const Snapshot& snapshot) const {
  Comparisons comparisons;
  const std::uint32_t holds = values_.scenario().model->program->evaluate(snapshot);
  values_.asked().note(comparisons.notes);
  return holds;
}

int Judge::rounds_claimed() const {
  const LooseConfiguration initial{std::vector<std::uint32_t>(values_.component_count(), 0)};
  Comparisons comparisons;
  const View<LooseConfiguration> view(*this, initial, 0);
  const int last = values_.scenario().model->program->rounds_claimed(view);
  values_.asked().note(comparisons.notes);
  return last;
}

void Judge::add_messages(std::vector<Snapshot::Flight>& flights, std::size_t c, std::uint32_t content) const {
  const Handlers& handlers = values_.handlers();
  const bool in_mailbox = values_.has_mailboxes();  // then it is not known who sent a message
  for (const auto message : values_.contents(c).at(content)) {
    if (message == Handlers::notice) continue;
    Snapshot::Flight flight{.from = -1,
                            .to = static_cast<int>(c),
                            .to_identifier = {},
                            .message = handlers.typed_message(message)};
    if (!in_mailbox) {
      const Channel& channel = values_.channels()[c];
      flight.from = channel.sender;
      flight.to = channel.by_identifier ? -1 : channel.readers.front().process;
      flight.to_identifier = channel.receiver;
    }
    flights.push_back(flight);
  }
}

}  // namespace conclave
