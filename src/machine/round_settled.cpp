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
  acting_at_.assign(places(), 0);
  for (std::size_t i = 0; i < places(); ++i) {
    const int place = static_cast<int>(i);
    const Facts& facts = values_.facts(place, at[i]);
    if (facts.crashed || facts.halted) continue;
    if (facts.asleep) {
      if (!values_.may_start(place, facts)) continue;
      if (!owed) return false;
    }
    acting_.push_back({place, values_.role(place), values_.state(place, at[i])});
    acting_at_[i] = static_cast<std::uint32_t>(acting_.size());
  }
  Draft draft;
  begin_costs();
  exchange_messages(draft);
  make_room(draft_values_, at.size());
  draft_values_.assign(at.begin(), at.end());
  for (const Acting& process : acting_) {
    const Turn turn = turn_of(process);
    if (turn.state_plus_one == 0) return false;
    draft_values_[static_cast<std::size_t>(process.place)] =
        values_.number(process.place, turn.state_plus_one - 1);
    draft.broken = draft.broken | turn.broken;
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
  for (const Acting& process : acting_) {
    const std::vector<int>& channels = values_.channels().from(static_cast<std::size_t>(process.place));
    for (const Sending& sending : sendings(process)) {
      const auto channel = static_cast<std::size_t>(channels[sending.port]);
      const std::size_t to = reader_[channel];
      ++key_.front();
      ++key_[sending.kind + 1];
      const std::span<std::uint32_t> inputs = incoming(to);
      const std::uint32_t port = in_port_[channel];
      inputs[port] = sending.message + 1;
      if (acting_at_[to] != 0) {
        Acting& reader = acting_[acting_at_[to] - 1];
        ++reader.messages;
        reader.column = sending.message * static_cast<std::uint32_t>(inputs.size()) + port + 1;
        count_delivered(1);
      } else if (values_.facts(static_cast<int>(to), (*at_)[to]).halted) {
        draft.broken.add(PropertyId::no_stray_message);
      }
    }
  }
}

// Where comparisons of identifiers are to be noted, the handlers are asked each time.
const std::vector<Rounds::Sending>& Rounds::sendings(const Acting& process) {
  if (process.role >= habits_.size()) habits_.resize(process.role + 1);
  Habits& habits = habits_[process.role];
  if (process.state >= habits.sendings.size()) {
    habits.sendings.resize(process.state + 1);
    habits.are_known.resize(process.state + 1, false);
  }
  std::vector<Sending>& sendings = habits.sendings[process.state];
  if (habits.are_known[process.state] && !values_.asked().is_on()) return sendings;
  habits.are_known[process.state] = true;
  sendings.clear();
  const auto& by_port = values_.handlers().messages(process.role, process.state);
  for (std::uint32_t port = 0; port < by_port.size(); ++port) {
    if (by_port[port])
      sendings.push_back(
          {port, static_cast<std::uint32_t>(values_.handlers().kind(*by_port[port])), *by_port[port]});
  }
  return sendings;
}

Rounds::Turn Rounds::turn_of(const Acting& process) {
  if (process.messages > 1 || !crashed_.empty() || values_.asked().is_on()) return run_turn(process);
  Turn& known = habits_[process.role].turns.at(process.state, process.column);
  if (known.state_plus_one == 0) known = run_turn(process);
  return known;
}

Rounds::Turn Rounds::run_turn(const Acting& process) {
  Handlers& handlers = values_.handlers();
  const auto& effects = handlers.round(process.role, process.state,
                                       incoming(static_cast<std::size_t>(process.place)), crashed_);
  if (effects.size() != 1 || !effects.front().choices.empty()) return {};
  const Handlers::Effect& effect = effects.front();
  const Facts then = handlers.facts(process.role, process.state);
  return {effect.state + 1, judge_.broken_by(then, handlers.facts(process.role, effect.state), effect)};
}

}  // namespace conclave
