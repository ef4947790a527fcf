#include "trace/walk.hpp"

#include <algorithm>
#include <array>

namespace conclave {
namespace {

// ITF has no null.
Json shown(Json value) {
  if (value.is_null()) return "none";
  if (value.is_structured()) {
    for (auto& part : value) part = shown(part);
  }
  return value;
}

constexpr const char* crash_notice = "crash notice";

const char* action_name(Step::Kind kind) {
  switch (kind) {
    case Step::Kind::start:
      return "start";
    case Step::Kind::resume:
      return "resume";
    case Step::Kind::deliver:
      return "receive";
    case Step::Kind::lose:
      return "lose";
    case Step::Kind::duplicate:
      return "duplicate";
    case Step::Kind::crash:
      return "crash";
    case Step::Kind::forge:
      return "forge";
    case Step::Kind::round:
      break;
  }
  return "round";
}

}  // namespace

Walk::Walk(const Scenario& scenario, const Instance& instance)
    : scenario_(scenario), machine_(scenario), expander_(machine_) {
  machine_.load(instance, ~std::uint32_t{0} - 1);
  expander_.clear();
  at_.cells.assign(machine_.component_count(), 0);
}

std::vector<Walk::Choice> Walk::enabled() {
  expander_.expand(at_, expander_.hash(at_), successors_);
  std::vector<Choice> choices;
  for (const auto& successor : successors_) {
    const Step step = machine_.step(successor.record);
    choices.push_back({step, show(step, successor.record), successor.record});
  }
  if (machine_.lock_step()) describe_rounds(choices);
  return choices;
}

void Walk::describe_rounds(std::vector<Choice>& choices) {
  const auto rounds = machine_.rounds().describe(at_.cells);
  for (std::size_t k = 0; k < rounds.size(); ++k) show_round(choices[k], rounds[k]);
  const bool rests =
      std::ranges::none_of(choices, [&](const Choice& c) { return machine_.record(c.record).owed; });
  if (!rests) return;
  // Where the execution rests, rounds may pass in which nothing happens.
  const auto idle = machine_.rounds().idle();
  choices.push_back({machine_.step(idle), {}, idle});
  choices.back().shown.action = action_name(Step::Kind::round);
}

void Walk::show_round(Choice& choice, const Round& round) const {
  static constexpr std::array fates{"arrives", "lost", "late", "vanishes"};
  const Program& program = *scenario_.model->program;
  const auto text = [&](Handlers::Message message) {
    return shown(to_json(program.message_shape(), machine_.message(message)));
  };
  TraceStep& step = choice.shown;
  for (const auto& flight : round.flights) {
    TraceMessage message;
    message.from = flight.from;
    message.to = flight.to;
    message.channel = flight.channel;
    message.message = text(flight.message);
    message.fate = flight.forged ? "forged" : fates.at(static_cast<std::size_t>(flight.fate));
    step.sends.push_back(std::move(message));
  }
  for (const auto& event : choice.step.events) {
    TraceEvent told{round_event_names.at(static_cast<std::size_t>(event.kind)),
                    event.process,
                    event.channel,
                    {},
                    event.choices};
    if (event.channel >= 0) told.message = shown(to_json(program.message_shape(), event.message));
    step.events.push_back(std::move(told));
  }
  for (std::size_t place = 0; place < round.parts.size(); ++place) {
    const auto& part = round.parts[place];
    for (const auto message : part.received) step.reads.push_back({static_cast<int>(place), text(message)});
    for (const auto& failure : part.failures) {
      step.failures.push_back(failure);
      step.failed_at.push_back(static_cast<int>(place));
    }
    if (part.exception) step.exception = *part.exception;
  }
}

void Walk::take(std::size_t index) {
  if (index >= successors_.size()) return;  // an idle round
  const auto& successor = successors_.begin()[index];
  const Step step = machine_.step(successor.record);
  for (const auto& sent : machine_.effect(successor.record).sent) {
    first_sender_.try_emplace({machine_.channel_of(step.process, sent), machine_.message(sent.message)},
                              step.process);
  }
  at_ = successor.configuration;
}

int Walk::sender_of(const Step& step) const {
  if (step.channel < 0) return -1;
  const Channel& channel = machine_.channels()[static_cast<std::size_t>(step.channel)];
  if (channel.sender >= 0) return channel.sender;
  const auto known = first_sender_.find({step.channel, step.message});
  return known == first_sender_.end() ? -1 : known->second;
}

TraceStep Walk::show(const Step& step, Machine::RecordIndex record) const {
  const Program& program = *scenario_.model->program;
  TraceStep shown_step;
  shown_step.action = action_name(step.kind);
  shown_step.process = step.process;
  shown_step.from = sender_of(step);
  if (step.channel >= 0) {
    shown_step.channel = step.channel;
    shown_step.message = step.notice ? Json(crash_notice) : shown(to_json(program.message_shape(), step.message));
  }
  shown_step.choices = step.choices;
  for (const auto& sent : machine_.effect(record).sent) {
    TraceMessage message;
    message.channel = machine_.channel_of(step.process, sent);
    const Channel& channel = machine_.channels()[static_cast<std::size_t>(message.channel)];
    if (channel.readers.size() == 1) message.to = channel.readers.front().process;
    message.to_identifier = channel.receiver.value();
    message.message = shown(to_json(program.message_shape(), machine_.message(sent.message)));
    shown_step.sends.push_back(std::move(message));
  }
  shown_step.failures = machine_.effect(record).failures;
  shown_step.exception = machine_.effect(record).exception;
  return shown_step;
}

TraceState Walk::state() const {
  const Program& program = *scenario_.model->program;
  const auto content = [&](int channel, std::uint32_t value) {
    std::vector<Json> messages;
    for (const auto& message : machine_.content(channel, value)) {
      messages.push_back(message ? shown(to_json(program.message_shape(), *message)) : Json(crash_notice));
    }
    return messages;
  };
  TraceState state;
  for (int i = 0; i < scenario_.processes; ++i) {
    const auto value = at_.get(static_cast<std::size_t>(i));
    const Facts& facts = machine_.facts(i, value);
    state.processes.push_back(facts.byzantine ? Json{{"byzantine", true}}
                              : facts.crashed ? Json{{"crashed", true}}
                                              : shown(to_json(program.state_shape(), machine_.local(i, value))));
  }
  const int channels = static_cast<int>(machine_.channels().size());
  if (!machine_.lock_step()) {
    for (int c = 0; c < channels; ++c)
      state.channels.push_back(content(c, at_.get(machine_.channel_component(c))));
  }
  for (int i = 0; machine_.has_mailboxes() && i < scenario_.processes; ++i) {
    state.channels.push_back(content(i, at_.get(machine_.mailbox_component(i))));
    if (scenario_.faults.late > 0) state.late.push_back(content(i, at_.get(machine_.late_component(i))));
  }
  if (scenario_.faults.any()) {
    const Faults left = machine_.faults_left(at_);
    state.faults_left = Json::object();
    for (const auto& [name, most] : budgets) {
      if (scenario_.faults.*most > 0) state.faults_left[std::string(name)] = left.*most;
    }
  }
  if (!scenario_.model->copies_network) return state;
  for (int i = 0; i < scenario_.processes; ++i) {
    const auto copy = machine_.copy(at_.get(machine_.copy_component(i)));
    Json network = "none";
    if (!copy.empty()) {
      network = Json::array();
      for (int c = 0; c < channels; ++c) network.push_back(content(c, copy[static_cast<std::size_t>(c)]));
    }
    state.copies.push_back(std::move(network));
  }
  return state;
}

std::vector<std::string> Walk::channel_names() const {
  std::vector<std::string> names;
  for (const auto& channel : machine_.channels()) {
    std::string to = channel.by_identifier ? "id " + std::to_string(channel.receiver.value())
                                           : std::to_string(channel.readers.front().process);
    names.push_back((channel.sender < 0 ? std::string("any") : std::to_string(channel.sender)) + "->" + to);
    // Two-way rings of one and two have two channels between the same processes.
    if (scenario_.model->about.two_way && scenario_.processes <= 2)
      names.back() += channel.out == next ? " next" : " previous";
  }
  return names;
}

}  // namespace conclave
