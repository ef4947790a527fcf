#include "report/exploration_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "program/model.hpp"
#include "report/state_graph.hpp"
#include "report/trace_cells.hpp"
#include "report/words.hpp"
#include "scenario/choose_topology.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return plural(grouped(number), one, many);
}

std::string standing_words(const TraceState& state, std::size_t place) {
  const Standing& standing = state.standings[place];
  std::string words;
  if (standing.leader) words += " ★ leads";
  if (standing.asleep) words += " sleeps";
  if (standing.halted) words += " ■ has halted";
  if (state.processes[place].field("crashed") != nullptr) return " ✗ crashed";
  return words;
}

std::string all_variables(const TraceValue& variables) {
  std::vector<std::string> words;
  for (const auto& [name, value] : variables.parts) {
    if (name != "crashed") words.push_back(name + ": " + reader_text(value));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

// Channels by their names; in lock step, the mailboxes of processes.
void add_contents(std::vector<ConfigurationLine>& lines, const Exploration& exploration,
                  const std::vector<std::vector<TraceValue>>& channels, std::string_view late) {
  for (std::size_t c = 0; c < channels.size(); ++c) {
    if (channels[c].empty()) continue;
    std::string name =
        exploration.scenario().lock_step() ? fmt::format("for {}", c) : exploration.frame().channels[c];
    if (const std::size_t arrow = name.find("->"); arrow != std::string::npos) name.replace(arrow, 2, "→");
    std::string text = fmt::format("{}{}:", name, late);
    for (const TraceValue& message : channels[c]) text += " " + message_text(message);
    lines.push_back({.text = std::move(text), .channel = c, .messages = channels[c].size()});
  }
}

std::string cost_words(const Ahead::Ending& ending, std::int64_t before) {
  const std::int64_t least = before + ending.least;
  if (!ending.most)
    return fmt::format("at least {} in all, without bound",
                       counted(static_cast<std::uint64_t>(least), "message", "messages"));
  const std::int64_t most = before + *ending.most;
  if (least == most) return counted(static_cast<std::uint64_t>(least), "message", "messages") + " in all";
  return fmt::format("{} to {} messages in all", least, most);
}

}  // namespace

std::string position_text(const Exploration& exploration) {
  const std::string word = exploration.scenario().lock_step() ? "round" : "step";
  std::string text = fmt::format("{} {}", word, exploration.at());
  if (exploration.at() != exploration.length()) text += fmt::format(" of {}", exploration.length());
  if (exploration.branches().size() > 1)
    text += fmt::format(", branch {}", exploration.branches()[exploration.branch()].name);
  return text + ", " + counted(static_cast<std::uint64_t>(exploration.messages()), "message", "messages") +
         " sent";
}

std::string scope_text(const Exploration& exploration) {
  const Scenario& scenario = exploration.scenario();
  return scenario.model->full_name() + parameters(scenario) + ", " +
         (is_written_out(scenario.topology) ? "graph" : scenario.topology) + " of " +
         std::to_string(scenario.processes) + ", " + instance_words(scenario, exploration.instance()) + ", " +
         who_starts(scenario) + ", " + std::string(conclave::name_of(scenario.network)) + " network, " +
         words(scenario.faults);
}

std::vector<ConfigurationLine> configuration_lines(const Exploration& exploration, const TraceState& state) {
  std::vector<ConfigurationLine> lines;
  for (std::size_t place = 0; place < state.processes.size(); ++place) {
    const std::string variables = all_variables(state.processes[place]);
    lines.push_back(
        {.text = fmt::format("{}{}{}{}", lane_label(exploration.frame(), place), standing_words(state, place),
                             variables.empty() ? "" : "  ", variables),
         .place = place});
  }
  const std::size_t before = lines.size();
  add_contents(lines, exploration, state.channels, "");
  add_contents(lines, exploration, state.late, " late");
  if (lines.size() == before && !exploration.scenario().lock_step())
    lines.push_back({.text = "the channels are empty"});
  for (std::size_t place = 0; place < state.copies.size(); ++place) {
    if (state.copies[place].text != "none")
      lines.push_back({.text = fmt::format("copy of {}: {}", place, reader_text(state.copies[place]))});
  }
  if (!state.faults_left.parts.empty())
    lines.push_back({.text = fmt::format("faults left: {}", all_variables(state.faults_left))});
  return lines;
}

// Two steps of one process may differ in what they choose alone.
std::string step_text(const Exploration& exploration, const TraceState& from, const TraceStep& step) {
  Terminal terminal;
  terminal.utf8 = true;
  Trace frame = exploration.frame();
  frame.states.assign(2, from);
  frame.states[0].step.reset();
  frame.states[1].step = step;
  const std::vector<std::size_t> lanes{static_cast<std::size_t>(step.process)};
  const bool is_round = step.is_round();
  const TraceRow row =
      rows_of(frame, is_round ? std::vector<std::size_t>{} : lanes, CellStyle::full, terminal)[1];
  std::vector<std::string> words;
  for (const std::string& event : row.events) {
    if (!event.empty() && !(is_round && event == "nothing happens")) words.push_back(event);
  }
  if (is_round) {
    for (const TraceEvent& event : step.events) {
      for (const std::string& chosen : choice_words(event.choices, event.taken))
        words.push_back(fmt::format("{} {}", event.process, chosen));
    }
    if (words.empty()) words.emplace_back("a round");
    if (!step.sends.empty()) words.push_back(counted(step.sends.size(), "message", "messages"));
    return fmt::format("{}", fmt::join(words, "; "));
  }
  std::string text = fmt::format("{}", fmt::join(words, "; "));
  std::vector<std::string> effects;
  for (const std::string& line : row.cells[0]) {
    if (line != "·") effects.push_back(line);
  }
  return effects.empty() ? text : fmt::format("{}; {}", text, fmt::join(effects, ", "));
}

std::string configuration_text(Exploration& exploration) {
  const TraceState& state = exploration.states().back();
  std::string text = position_text(exploration) + "\n";
  for (const ConfigurationLine& line : configuration_lines(exploration, state))
    text += "  " + line.text + "\n";
  for (const auto& [id, why] : exploration.broken())
    text += fmt::format("  ✗ {} is violated: {}\n", exploration.scenario().model->property(id).name,
                        fmt::join(why, "; "));
  if (exploration.rests()) {
    std::vector<std::size_t> leaders;
    for (std::size_t place = 0; place < state.standings.size(); ++place) {
      if (state.standings[place].leader) leaders.push_back(place);
    }
    text += fmt::format("  quiescent: {}\n", leaders_text(leaders, exploration.decided()));
  }
  return text;
}

std::string choices_text(Exploration& exploration, std::size_t most) {
  std::string text;
  const std::size_t all = exploration.choices();
  for (std::size_t index = 0; index < std::min(all, most); ++index)
    text += fmt::format("  {:>4}  {}\n", index + 1,
                        step_text(exploration, exploration.states().back(), exploration.choice(index)));
  if (all > most)
    text += fmt::format("        and {} more, up to {}; `steps N` lists so many\n", all - most, all);
  return all == 0 ? "  no step is possible\n" : text;
}

std::string leaders_text(const std::vector<std::size_t>& leaders, bool decided) {
  const std::string who = leaders.empty()       ? "nobody leads"
                          : leaders.size() == 1 ? fmt::format("process {} leads", leaders[0])
                                                : fmt::format("processes {} lead", fmt::join(leaders, ", "));
  return who + (decided ? "" : ", and not everything is decided");
}

std::string endings_text(const Ahead& ahead, std::int64_t messages_before, std::size_t most) {
  std::string text;
  const auto& endings = ahead.endings();
  for (std::size_t k = 0; k < std::min(endings.size(), most); ++k) {
    text +=
        fmt::format("  {:>4}  {}; {}; {}\n", k + 1, leaders_text(endings[k].leaders, endings[k].decided),
                    cost_words(endings[k], messages_before),
                    endings[k].steps == 0 ? "here" : counted(endings[k].steps, "step", "steps") + " away");
  }
  if (endings.size() > most)
    text += fmt::format("        and {} more; `endings N` lists so many\n", endings.size() - most);
  if (endings.empty()) text += "  no ending is known\n";
  return text;
}

std::string ahead_text(const Ahead& ahead, std::uint64_t most) {
  std::string text = counted(ahead.configurations(), "configuration", "configurations") +
                     ", this one included, " + counted(ahead.steps(), "step", "steps") + " and " +
                     counted(ahead.endings().size(), "ending", "endings") + " lie ahead";
  if (!ahead.whole())
    text = "at least " + text + ": no more than " + grouped(most) +
           " configurations are looked at (--most), and another execution may end elsewhere or cost less or "
           "more";
  return text + "\n";
}

}  // namespace conclave
