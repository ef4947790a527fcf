#include "report/trace_cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>
#include <utility>

namespace conclave {
namespace {

using Lines = TraceRow::Lines;

std::string_view channel_name(const Trace& trace, int channel) {
  if (channel < 0 || static_cast<std::size_t>(channel) >= trace.channels.size()) return "";
  return trace.channels[static_cast<std::size_t>(channel)];
}

// Who a channel leads to.
std::string receiver(const Trace& trace, int channel) {
  const std::string_view name = channel_name(trace, channel);
  const auto arrow = name.find("->");
  return arrow == std::string_view::npos ? "?" : std::string(name.substr(arrow + 2));
}

// Tells two channels between the same processes apart, where there are two.
std::string_view way(const Trace& trace, int channel) {
  const std::string_view name = channel_name(trace, channel);
  return name.ends_with(" next") ? " by next" : name.ends_with(" previous") ? " by previous" : "";
}

std::string step_event(const Trace& trace, const TraceStep& step) {
  const std::string from = step.from < 0 ? "?" : std::to_string(step.from);
  const std::string message = message_text(step.message);
  switch (step.kind) {
    case Step::Kind::start:
      return fmt::format("{} starts", step.process);
    case Step::Kind::deliver:
      return fmt::format("{} ─{}→ {}{}", from, message, step.process, way(trace, step.channel));
    case Step::Kind::lose:
      return fmt::format("{} ─{}✗ {}  lost", from, message, step.process);
    case Step::Kind::duplicate:
      return fmt::format("{} ─{}→ {}  doubled", from, message, step.process);
    case Step::Kind::crash:
      return fmt::format("{} crashes", step.process);
    case Step::Kind::miss:
      return fmt::format("{} ─{}✗ {}  missed", from, message, step.process);
    case Step::Kind::recover:
      return fmt::format("{} recovers", step.process);
    case Step::Kind::forge:
      return fmt::format("{} ─{}→ {}  forged", step.process, message, receiver(trace, step.channel));
    case Step::Kind::own:
      return fmt::format("{} {}", step.process, step.own);
    case Step::Kind::round:
      break;
  }
  return "";  // a round is shown by its own events
}

// What happened in a round besides the algorithm.
std::string round_event(const Trace& trace, const TraceEvent& event) {
  const std::string message = message_text(event.message);
  const std::string to = receiver(trace, event.channel);
  switch (event.kind) {
    case RoundEvent::Kind::start:
      return fmt::format("{} starts", event.process);
    case RoundEvent::Kind::crash:
      return fmt::format("{} crashes", event.process);
    case RoundEvent::Kind::recover:
      return fmt::format("{} is back", event.process);
    case RoundEvent::Kind::lose:
      return fmt::format("{} ─{}✗ {}", event.process, message, to);
    case RoundEvent::Kind::delay:
      return fmt::format("{} ─{}→ {} late", event.process, message, to);
    case RoundEvent::Kind::forge:
      return fmt::format("{} forges {}→{}", event.process, message, to);
    case RoundEvent::Kind::withhold:
      return fmt::format("{} sends no {}→{}", event.process, message, to);
    case RoundEvent::Kind::choose:
      break;  // what is received tells the choices
  }
  return "";
}

Lines round_events(const Trace& trace, std::size_t index) {
  const TraceStep& step = *trace.states[index].step;
  Lines lines;
  for (const auto& event : step.events) {
    std::string line = round_event(trace, event);
    if (!line.empty()) lines.push_back(std::move(line));
  }
  const bool is_idle = step.events.empty() && step.sends.empty() &&
                       trace.states[index - 1].processes == trace.states[index].processes;
  if (lines.empty()) lines.emplace_back(is_idle ? "nothing happens" : "");
  return lines;
}

Lines initial_cell(const TraceValue& variables) {
  Lines lines;
  for (const auto& [name, value] : variables.parts) lines.push_back(name + ": " + reader_text(value));
  return lines;
}

void add_changes(Lines& lines, const TraceValue& before, const TraceValue& now, CellStyle style) {
  for (const auto& [name, value] : now.parts) {
    const TraceValue* const old = before.field(name);
    if (old == nullptr) {
      lines.push_back(fmt::format("{}: {}", name, reader_text(value)));
    } else if (*old != value) {
      lines.push_back(style == CellStyle::brief
                          ? fmt::format("{}: {}", name, reader_text(value))
                          : fmt::format("{}: {} → {}", name, reader_text(*old), reader_text(value)));
    }
  }
}

// What happens at the process that takes a step: what it sends, and each variable that changes.
Lines step_cell(const Trace& trace, std::size_t index, CellStyle style) {
  const TraceState& now = trace.states[index];
  const TraceState& before = trace.states[index - 1];
  const TraceStep& step = *now.step;
  const auto process = static_cast<std::size_t>(step.process);
  Lines lines;
  for (const auto& sent : step.sends) {
    const std::string to = sent.to >= 0 ? std::to_string(sent.to) : fmt::format("id {}", sent.to_identifier);
    lines.push_back(fmt::format("{}{}→{}{}", style == CellStyle::brief ? "" : "sends ",
                                message_text(sent.message), to, way(trace, sent.channel)));
  }
  if (step.kind == Step::Kind::crash) {
    lines.emplace_back(trace.faults.recover > 0 ? "is down" : "is gone");
  } else {
    add_changes(lines, before.processes[process], now.processes[process], style);
  }
  if (!now.copies.empty() && now.copies[process] != before.copies[process]) {
    const bool writes_back = now.copies[process].text == "none";
    lines.emplace_back(writes_back ? "stores its copy of the network" : "copies the network");
  }
  std::ranges::move(choice_words(step.choices, step.taken), std::back_inserter(lines));
  for (const auto& failure : step.failures) lines.push_back("fails: " + failure.assertion);
  if (step.exception) lines.push_back("throws " + *step.exception);
  if (lines.empty()) lines.emplace_back("·");
  return lines;
}

std::string send_line(const Trace& trace, const TraceMessage& sent, CellStyle style) {
  using enum TraceMessage::Fate;
  const std::string_view end = sent.fate == lost       ? " lost"
                               : sent.fate == late     ? " late"
                               : sent.fate == vanishes ? " in vain"
                                                       : "";
  const std::string_view word = sent.fate == forged ? "forges " : style == CellStyle::brief ? "" : "sends ";
  return fmt::format("{}{}→{}{}{}", word, message_text(sent.message), sent.to, way(trace, sent.channel), end);
}

// What happens at one process in a round: what it takes and sends, what reaches it, and each variable that
// changes.
Lines round_cell(const Trace& trace, std::size_t index, std::size_t process, CellStyle style) {
  const TraceState& now = trace.states[index];
  const TraceStep& step = *now.step;
  const int place = static_cast<int>(process);
  const bool has_mailboxes = !now.channels.empty();
  Lines lines;
  for (const auto& read : step.reads) {
    if (read.process == place) lines.push_back("takes " + message_text(read.message));
  }
  for (const auto& sent : step.sends) {
    if (sent.from == place) lines.push_back(send_line(trace, sent, style));
  }
  for (const auto& sent : step.sends) {
    const bool arrives = sent.fate == TraceMessage::Fate::arrives || sent.fate == TraceMessage::Fate::forged;
    if (!has_mailboxes && sent.to == place && arrives)
      lines.push_back(fmt::format("gets {} from {}", message_text(sent.message), sent.from));
  }
  for (const auto& event : step.events) {
    if (event.process != place) continue;
    if (event.kind == RoundEvent::Kind::crash) lines.emplace_back("is gone");
    if (event.kind == RoundEvent::Kind::choose && !has_mailboxes)
      std::ranges::move(choice_words(event.choices, event.taken), std::back_inserter(lines));
  }
  if (now.processes[process].field("crashed") == nullptr)
    add_changes(lines, trace.states[index - 1].processes[process], now.processes[process], style);
  for (const auto& failure : step.failures) {
    if (failure.process == place) lines.push_back("fails: " + failure.assertion);
  }
  return lines;
}

bool is_down(const TraceState& state, std::size_t process) {
  return state.processes[process].field("crashed") != nullptr;
}

// As far as the model was asked.
bool has_halted(const TraceState& state, std::size_t process) {
  return process < state.standings.size() && state.standings[process].halted;
}

// What happened at one process, or that it is down or has halted.
Lines cell(const Trace& trace, std::size_t index, std::size_t process, CellStyle style) {
  const auto& step = trace.states[index].step;
  if (!step) return initial_cell(trace.states[index].processes[process]);
  Lines lines;
  if (step->is_round())
    lines = round_cell(trace, index, process, style);
  else if (process == static_cast<std::size_t>(step->process))
    lines = step_cell(trace, index, style);
  const TraceState& now = trace.states[index];
  if (has_halted(now, process) && !has_halted(trace.states[index - 1], process)) lines.emplace_back("halts");
  if (!lines.empty() || style == CellStyle::events) return lines;
  if (is_down(now, process))
    lines.emplace_back("✗");
  else if (has_halted(now, process))
    lines.emplace_back("■");
  return lines;
}

void add_contents(Lines& lines, const Trace& trace, const std::vector<std::vector<TraceValue>>& channels,
                  std::string_view more) {
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    if (channels[channel].empty()) continue;
    std::string name(channel_name(trace, static_cast<int>(channel)));
    if (const std::size_t arrow = name.find("->"); arrow != std::string::npos) name.replace(arrow, 2, "→");
    std::string line = fmt::format("{}{}:", name.empty() ? std::to_string(channel) : name, more);
    for (const TraceValue& message : channels[channel]) line += " " + message_text(message);
    lines.push_back(std::move(line));
  }
}

// The channels that are not empty, with their messages in order.
Lines contents_of(const Trace& trace, const TraceState& state) {
  Lines lines;
  add_contents(lines, trace, state.channels, "");
  add_contents(lines, trace, state.late, " late");
  if (lines.empty()) lines.emplace_back("·");
  return lines;
}

TraceRow row_of(const Trace& trace, std::size_t index, const std::vector<std::size_t>& lanes,
                CellStyle style) {
  TraceRow row{std::to_string(index), {"initially"}, {}};
  const auto& step = trace.states[index].step;
  if (step && !step->is_round()) row.events = {step_event(trace, *step)};
  if (step && step->is_round()) row.events = round_events(trace, index);
  for (const std::size_t lane : lanes) row.cells.push_back(cell(trace, index, lane, style));
  return row;
}

}  // namespace

std::string lane_label(const TraceSubject& subject, std::size_t place) {
  if (subject.anonymous) return std::to_string(place);
  return fmt::format("{} · id {}", place, subject.ids[place]);
}

std::string message_text(const TraceValue& message) {
  if (message.kind != TraceValue::Kind::record) return "⟨" + reader_text(message) + "⟩";
  std::string text;
  for (const auto& [name, field] : message.parts) {
    const bool is_flag = field.kind == TraceValue::Kind::boolean;
    if (is_flag ? field.number == 0 : field.text == "none") continue;
    text += (text.empty() ? "" : " ") + (is_flag ? name : reader_text(field));
  }
  return "⟨" + text + "⟩";
}

std::vector<TraceRow> rows_of(const Trace& trace, const std::vector<std::size_t>& lanes, CellStyle style,
                              const Terminal& terminal) {
  std::vector<TraceRow> rows;
  for (std::size_t index = 0; index < trace.states.size(); ++index) {
    TraceRow row = row_of(trace, index, lanes, style);
    if (terminal.channels) row.cells.push_back(contents_of(trace, trace.states[index]));
    for (auto& line : row.events) line = terminal.show(line);
    for (auto& lines : row.cells) {
      for (auto& line : lines) line = terminal.show(line);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<TraceRow> events_of(const Trace& trace) {
  std::vector<std::size_t> lanes(trace.ids.size());
  std::iota(lanes.begin(), lanes.end(), std::size_t{0});
  return rows_of(trace, lanes, CellStyle::events, Terminal{.utf8 = true});
}

std::vector<std::string> choice_words(const std::vector<unsigned>& choices, const std::vector<Taken>& taken) {
  std::vector<std::string> words;
  for (std::size_t k = 0; k < choices.size(); ++k) {
    if (k > 0 && taken[k] == taken[k - 1]) {
      words.back() += fmt::format(", {}", choices[k]);
    } else {
      words.push_back(fmt::format("{} {}",
                                  taken[k] == Taken::toss   ? "tosses"
                                  : taken[k] == Taken::draw ? "draws"
                                                            : "chooses",
                                  choices[k]));
    }
  }
  return words;
}

}  // namespace conclave
