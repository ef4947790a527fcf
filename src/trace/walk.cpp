#include "trace/walk.hpp"

#include <algorithm>
#include <utility>

#include "program/model.hpp"

namespace conclave {
namespace {

// What a message says that tells of a crash, and is no message of the model's.
constexpr const char* crash_notice = "crash notice";

// The state of a process that has no variables any more, such as {"crashed": true}.
TraceValue only(const char* flag) {
  TraceValue yes;
  yes.kind = TraceValue::Kind::boolean;
  yes.number = 1;
  TraceValue state;
  state.kind = TraceValue::Kind::record;
  state.parts.push_back({flag, yes});
  return state;
}

Scenario with_every_draw(Scenario scenario) {
  scenario.reduction.draws = false;
  return scenario;
}

TraceMessage::Fate fate_of(const Round::Sent& sent) {
  if (sent.forged) return TraceMessage::Fate::forged;
  switch (sent.fate) {
    case Round::Fate::arrives:
      return TraceMessage::Fate::arrives;
    case Round::Fate::lost:
      return TraceMessage::Fate::lost;
    case Round::Fate::late:
      return TraceMessage::Fate::late;
    case Round::Fate::vanishes:
      break;
  }
  return TraceMessage::Fate::vanishes;
}

}  // namespace

// An execution that somebody else has found may have any draws.
Walk::Walk(const Scenario& scenario, const Instance& instance, Guide guide)
    : scenario_(with_every_draw(scenario)),
      guide_(std::move(guide)),
      machine_(scenario_),
      expander_(machine_) {
  machine_.load(instance);
  expander_.clear();
  at_.cells.assign(machine_.values().component_count(), 0);
  look_around();
}

void Walk::look_around() {
  if (guide_ && machine_.scenario().lock_step()) machine_.rounds()->list_only(guide_(taken_));
  expander_.expand(at_, successors_);
  rounds_.reset();
  enabled_.clear();
  bool rests = true;
  for (const auto& successor : successors_) {
    enabled_.push_back({machine_.steps().step(successor.record), successor.record});
    rests &= !machine_.steps().record(successor.record).owed;
  }
  if (!machine_.scenario().lock_step() || !rests) return;
  const auto idle = machine_.rounds()->idle();
  enabled_.push_back({machine_.steps().step(idle), idle});
}

void Walk::take(std::size_t index) {
  const bool is_idle_round = index >= successors_.size();
  ++taken_;
  if (is_idle_round) return look_around();
  const auto& successor = successors_.begin()[index];
  const int sender = enabled_[index].step.process;
  for (const auto& sent : machine_.steps().effect(successor.record).sent)
    first_sender_.try_emplace(
        {machine_.values().channels().of(sender, sent), machine_.values().handlers().message(sent.message)},
        sender);
  at_ = successor.configuration;
  look_around();
}

int Walk::sender_of(const Step& step) const {
  if (step.channel < 0) return -1;
  const Channel& channel = machine_.values().channels()[static_cast<std::size_t>(step.channel)];
  if (channel.sender >= 0) return channel.sender;
  const auto known = first_sender_.find({step.channel, step.message});
  return known == first_sender_.end() ? -1 : known->second;
}

TraceValue Walk::value_of_message(Handlers::Message message) const {
  return value_of(scenario_.model->program->message_shape(), machine_.values().handlers().message(message));
}

namespace {

// Of identifiers only: no identifier at all is smaller than each, which says nothing.
void add_compared(TraceStep& shown, int process, const Comparisons::Notes* notes) {
  if (notes == nullptr) return;
  for (const auto& fact : notes->facts) {
    if (fact.smaller > 0) shown.compared.push_back({process, fact.smaller, fact.larger});
  }
}

std::vector<Taken> taken_by(const std::vector<Odds>& odds) {
  std::vector<Taken> taken;
  for (const Odds each : odds)
    taken.push_back(each == 0 ? Taken::choose : (each & by_lot) != 0 ? Taken::draw : Taken::toss);
  return taken;
}

}  // namespace

TraceStep Walk::show(std::size_t index) {
  if (machine_.scenario().lock_step()) return show_round(index);
  const Step& step = enabled_[index].step;
  const Handlers::Effect& effect = machine_.steps().effect(enabled_[index].record);
  TraceStep shown;
  shown.kind = step.kind;
  shown.process = step.process;
  shown.own = step.own;
  shown.from = sender_of(step);
  if (step.channel >= 0) {
    shown.channel = step.channel;
    shown.message = step.notice ? TraceValue::of(crash_notice)
                                : value_of(scenario_.model->program->message_shape(), step.message);
  }
  shown.choices = step.choices;
  shown.taken = taken_by(effect.odds);
  for (const auto& sent : effect.sent) {
    TraceMessage message;
    message.channel = machine_.values().channels().of(step.process, sent);
    const Channel& channel = machine_.values().channels()[static_cast<std::size_t>(message.channel)];
    if (channel.readers.size() == 1) message.to = channel.readers.front().process;
    message.to_identifier = code_of(channel.receiver);
    message.message = value_of_message(sent.message);
    shown.sends.push_back(std::move(message));
  }
  for (const auto& failure : effect.failures) shown.failures.push_back({step.process, failure});
  shown.exception = effect.exception;
  add_compared(shown, step.process, effect.notes);
  return shown;
}

TraceStep Walk::show_round(std::size_t index) {
  TraceStep shown;
  shown.kind = Step::Kind::round;
  if (!rounds_) rounds_ = machine_.rounds()->describe(at_.cells);
  const bool is_idle = index >= rounds_->size();
  if (is_idle) return shown;
  const Round& round = (*rounds_)[index];
  for (const auto& sent : round.sent) {
    shown.sends.push_back({.from = sent.from,
                           .to = sent.to,
                           .channel = sent.channel,
                           .message = value_of_message(sent.message),
                           .fate = fate_of(sent)});
  }
  for (const auto& event : enabled_[index].step.events) {
    TraceEvent told{event.kind, event.process, event.channel, {}, event.choices, {}};
    if (event.kind == RoundEvent::Kind::choose)
      told.taken = taken_by(round.parts[static_cast<std::size_t>(event.process)].odds);
    if (event.channel >= 0) told.message = value_of(scenario_.model->program->message_shape(), event.message);
    shown.events.push_back(std::move(told));
  }
  for (int place = 0; place < scenario_.processes; ++place) {
    const auto& part = round.parts[static_cast<std::size_t>(place)];
    for (const auto message : part.received) shown.reads.push_back({place, value_of_message(message)});
    for (const auto& failure : part.failures) shown.failures.push_back({place, failure});
    if (part.exception) shown.exception = part.exception;
    add_compared(shown, place, part.notes);
  }
  return shown;
}

std::vector<TraceValue> Walk::content(int channel, std::uint32_t value) const {
  const Shape& shape = scenario_.model->program->message_shape();
  std::vector<TraceValue> messages;
  for (const auto& message : machine_.values().content(channel, value))
    messages.push_back(message ? value_of(shape, *message) : TraceValue::of(crash_notice));
  return messages;
}

TraceValue Walk::process_state(int process) const {
  const Facts& facts = this->facts(process);
  if (facts.byzantine) return only("byzantine");
  if (facts.crashed) return only("crashed");
  return value_of(scenario_.model->program->state_shape(),
                  machine_.values().local(process, at_.get(static_cast<std::size_t>(process))));
}

// The private copy of the network that a process holds: the contents of all channels.
TraceValue Walk::copy(int process) const {
  const auto contents = machine_.values().copy(at_.get(machine_.values().copy_component(process)));
  if (contents.empty()) return TraceValue::of("none");
  std::vector<TraceValue> network;
  for (std::size_t c = 0; c < machine_.values().channels().size(); ++c)
    network.push_back(TraceValue::list(content(static_cast<int>(c), contents[c])));
  return TraceValue::list(network);
}

TraceState Walk::state() const {
  TraceState state;
  for (int i = 0; i < scenario_.processes; ++i) {
    const Facts& facts = this->facts(i);
    state.processes.push_back(process_state(i));
    state.standings.push_back({facts.asleep, facts.leader, facts.decided, facts.halted});
  }
  const int channels =
      machine_.scenario().lock_step() ? 0 : static_cast<int>(machine_.values().channels().size());
  for (int c = 0; c < channels; ++c)
    state.channels.push_back(
        content(c, at_.get(machine_.values().channel_component(static_cast<std::size_t>(c)))));
  for (int i = 0; machine_.values().has_mailboxes() && i < scenario_.processes; ++i) {
    state.channels.push_back(content(i, at_.get(machine_.values().mailbox_component(i))));
    if (scenario_.faults.late > 0)
      state.late.push_back(content(i, at_.get(machine_.values().late_component(i))));
  }
  if (scenario_.faults.any()) {
    const Faults left = machine_.values().faults_left(at_);
    state.faults_left.kind = TraceValue::Kind::record;
    for (const auto& [name, most] : budgets) {
      if (scenario_.faults.*most > 0)
        state.faults_left.parts.push_back({std::string(name), TraceValue::of(left.*most)});
    }
  }
  for (int i = 0; scenario_.model->copies_network && i < scenario_.processes; ++i)
    state.copies.push_back(copy(i));
  return state;
}

std::vector<std::string> Walk::channel_names() const {
  std::vector<std::string> names;
  for (const auto& channel : machine_.values().channels().all()) {
    const std::string from = channel.sender < 0 ? "any" : std::to_string(channel.sender);
    const std::string to = channel.by_identifier ? "id " + std::to_string(code_of(channel.receiver))
                                                 : std::to_string(channel.readers.front().process);
    names.push_back(from + "->" + to);
    // Two-way rings of one and two processes have two channels between the same processes.
    if (scenario_.model->about.two_way && scenario_.processes <= 2)
      names.back() += channel.out == next ? " next" : " previous";
  }
  return names;
}

}  // namespace conclave
