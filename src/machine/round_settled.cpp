// A round in which nothing is left open, which most rounds are: the adversary has nothing to decide, and no
// process has a choice. It is put together without the stages that would try every possibility.
#include "machine/rounds.hpp"

namespace conclave {

// Can the adversary decide anything in this configuration? In some scenarios this is not looked into, because
// more has to be known of a round than where it leads.
bool Rounds::is_settled() const {
  const bool adversary = left_.crash > 0 || left_.loss > 0 || left_.late > 0 || left_.recover > 0;
  return settles_ && !adversary && !wanted_ && !wants_description_;
}

// Finds the one round that may follow, if it is the only one. Returns false if there may be more.
bool Rounds::take_only_round() {
  const std::vector<std::uint32_t>& at = *at_;
  const bool owed = values_.scenario().start_is_owed();
  acting_.clear();
  acts_.assign(places(), 0);
  for (std::size_t i = 0; i < places(); ++i) {
    const int place = static_cast<int>(i);
    const Facts& facts = values_.facts(place, at[i]);
    if (facts.crashed || facts.halted) continue;
    if (facts.asleep) {
      if (!values_.may_start(place, facts)) continue;
      if (!owed) return false;
    }
    acts_[i] = 1;
    acting_.push_back({place, values_.role(place), values_.state(place, at[i])});
  }
  Draft draft;
  begin_costs();
  exchange_messages(draft);
  make_room(draft_values_, at.size());
  draft_values_.assign(at.begin(), at.end());
  for (const auto& [place, role, state] : acting_) {
    const auto i = static_cast<std::size_t>(place);
    const auto& effects = values_.handlers().round(role, state, incoming(i), crashed_);
    if (effects.size() != 1 || !effects.front().choices.empty()) return false;
    const Handlers::Effect& effect = effects.front();
    const std::uint32_t value = values_.number(place, effect.state);
    draft_values_[i] = value;
    draft.broken =
        draft.broken | judge_.broken_by(values_.facts(place, at[i]), values_.facts(place, value), effect);
  }
  poll();
  draft.broken = draft.broken & values_.scenario().properties;
  const bool is_silent = key_.front() == 0;
  draft.cost = number_costs(0);
  if (is_silent && Sequences::equal(values(0), at)) return true;
  make_room(successors_, 1);
  successors_.push_back({values(0), calm_record(draft)});
  rounds_ = 1;
  return true;
}

RecordIndex Rounds::calm_record(const Draft& draft) {
  if (!draft.broken.empty()) return intern(draft, {}, true);
  if (draft.cost >= calm_records_.size()) calm_records_.resize(draft.cost + 1U, 0);
  RecordIndex& known = calm_records_[draft.cost];
  if (known == 0) known = intern(draft, {}, true) + 1;
  return known - 1;
}

// Everyone who acts sends what its state says.
void Rounds::exchange_messages(Draft& draft) {
  incoming_.assign(first_incoming_.back(), 0);
  for (const auto& [place, role, state] : acting_) {
    const auto& by_port = values_.handlers().messages(role, state);
    const std::vector<int>& channels = values_.channels().from(static_cast<std::size_t>(place));
    for (std::size_t port = 0; port < by_port.size(); ++port) {
      if (!by_port[port]) continue;
      const auto channel = static_cast<std::size_t>(channels[port]);
      const std::size_t to = reader_[channel];
      const Facts& reader = values_.facts(static_cast<int>(to), (*at_)[to]);
      count_sent(*by_port[port]);
      if (reader.crashed) continue;
      incoming(to)[in_port_[channel]] = *by_port[port] + 1;
      if (acts_[to] != 0) count_delivered(1);
      if (reader.halted) draft.broken.add(PropertyId::no_stray_message);
    }
  }
}

}  // namespace conclave
