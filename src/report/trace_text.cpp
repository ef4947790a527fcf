#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/text.hpp"
#include "scenario/choose_topology.hpp"

namespace conclave {
namespace {

// A value as a reader would write it: no quotes, lists in brackets.
std::string plain(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_structured()) return value.dump();
  std::vector<std::string> parts;
  for (const auto& [key, part] : value.items()) {
    parts.push_back(value.is_object() ? key + " " + plain(part) : plain(part));
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

// Only what the message carries: absent fields are left out, a flag shows as its name.
std::string message_text(const Json& message) {
  if (message.is_string()) return fmt::format("⟨{}⟩", message.get<std::string>());
  std::vector<std::string> parts;
  for (const auto& [key, part] : message.items()) {
    if (part.is_boolean()) {
      if (part.get<bool>()) parts.push_back(key);
    } else if (part != "none") {
      parts.push_back(plain(part));
    }
  }
  return fmt::format("⟨{}⟩", fmt::join(parts, " "));
}

// Who a channel leads to, by its name.
std::string receiver(const Trace& trace, int channel) {
  if (channel < 0 || static_cast<std::size_t>(channel) >= trace.channels.size()) return "?";
  const std::string& name = trace.channels[static_cast<std::size_t>(channel)];
  const auto arrow = name.find("->");
  return arrow == std::string::npos ? "?" : name.substr(arrow + 2);
}

std::string event_text(const TraceStep& step, const std::string& to) {
  const std::string from = step.from < 0 ? "?" : std::to_string(step.from);
  const std::string message = message_text(step.message);
  if (step.action == "receive") return fmt::format("{} ─{}→ {}", from, message, step.process);
  if (step.action == "lose") return fmt::format("{} ─{}✗ {}  lost", from, message, step.process);
  if (step.action == "duplicate") return fmt::format("{} ─{}→ {}  doubled", from, message, step.process);
  if (step.action == "crash") return fmt::format("{} crashes", step.process);
  if (step.action == "forge") return fmt::format("{} ─{}→ {}  forged", step.process, message, to);
  return fmt::format("{} {}", step.process, step.action == "start" ? "starts" : "goes on");
}

// What happened in a round besides the algorithm.
std::string event_text(const TraceEvent& event, const std::string& to) {
  const std::string message = message_text(event.message);
  if (event.kind == "start") return fmt::format("{} starts", event.process);
  if (event.kind == "crash") return fmt::format("{} crashes", event.process);
  if (event.kind == "recover") return fmt::format("{} is back", event.process);
  if (event.kind == "lose") return fmt::format("{} ─{}✗ {}", event.process, message, to);
  if (event.kind == "delay") return fmt::format("{} ─{}→ {} late", event.process, message, to);
  if (event.kind == "forge") return fmt::format("{} forges {}→{}", event.process, message, to);
  if (event.kind == "withhold") return fmt::format("{} sends no {}→{}", event.process, message, to);
  return "";  // choices: what is received tells
}

// Which of two channels between the same processes, if there are two.
std::string_view way(const Trace& trace, const TraceMessage& sent) {
  const auto channel = static_cast<std::size_t>(sent.channel);
  if (channel >= trace.channels.size()) return "";
  const std::string& name = trace.channels[channel];
  return name.ends_with(" next") ? " by next" : name.ends_with(" previous") ? " by previous" : "";
}

// What happens at the process that takes a step, one line each: what it sends, and each variable that
// changes.
std::vector<std::string> cell(const Trace& trace, std::size_t index) {
  const TraceState& now = trace.states[index];
  const TraceState& before = trace.states[index - 1];
  const TraceStep& step = *now.step;
  const auto process = static_cast<std::size_t>(step.process);
  std::vector<std::string> lines;
  for (const auto& sent : step.sends) {
    lines.push_back(fmt::format(
        "sends {}→{}{}", message_text(sent.message),
        sent.to >= 0 ? std::to_string(sent.to) : fmt::format("id {}", sent.to_identifier), way(trace, sent)));
  }
  if (step.action == "crash") lines.emplace_back("is gone");
  for (const auto& [variable, value] : now.processes[process].items()) {
    if (step.action == "crash") break;
    const Json old = before.processes[process].value(variable, Json());
    if (old != value) lines.push_back(fmt::format("{}: {} → {}", variable, plain(old), plain(value)));
  }
  if (!now.copies.empty() && now.copies[process] != before.copies[process]) {
    lines.push_back(now.copies[process] == "none" ? "stores its copy of the network" : "copies the network");
  }
  for (const auto& choice : step.choices) lines.push_back(fmt::format("chooses {}", choice));
  for (const auto& failure : step.failures) lines.push_back(fmt::format("fails: {}", failure));
  if (step.exception) lines.push_back(fmt::format("throws {}", *step.exception));
  if (lines.empty()) lines.emplace_back("·");
  return lines;
}

// The same of a round: what each process sends, what reaches it, and each variable that changes.
std::vector<std::string> round_cell(const Trace& trace, std::size_t index, std::size_t process) {
  const TraceState& now = trace.states[index];
  const TraceState& before = trace.states[index - 1];
  const TraceStep& step = *now.step;
  const int place = static_cast<int>(process);
  const bool mailboxes = !now.channels.empty();
  std::vector<std::string> lines;
  for (const auto& read : step.reads) {
    if (read.process == place) lines.push_back(fmt::format("takes {}", message_text(read.message)));
  }
  for (const auto& sent : step.sends) {
    if (sent.from != place) continue;
    const std::string fate = sent.fate == "lost"       ? " lost"
                             : sent.fate == "late"     ? " late"
                             : sent.fate == "vanishes" ? " in vain"
                                                       : "";
    lines.push_back(fmt::format("{} {}→{}{}{}", sent.fate == "forged" ? "forges" : "sends",
                                message_text(sent.message), sent.to, way(trace, sent), fate));
  }
  for (const auto& sent : step.sends) {
    if (mailboxes || sent.to != place || (sent.fate != "arrives" && sent.fate != "forged")) continue;
    lines.push_back(fmt::format("gets {} from {}", message_text(sent.message), sent.from));
  }
  for (const auto& event : step.events) {
    if (event.process == place && event.kind == "crash") lines.emplace_back("is gone");
    if (event.process == place && event.kind == "choose" && !mailboxes)
      lines.push_back(fmt::format("chooses {}", fmt::join(event.choices, ", ")));
  }
  for (const auto& [variable, value] : now.processes[process].items()) {
    if (now.processes[process].contains("crashed")) break;
    const Json old = before.processes[process].value(variable, Json());
    if (old.is_null()) {
      lines.push_back(fmt::format("{}: {}", variable, plain(value)));
    } else if (old != value) {
      lines.push_back(fmt::format("{}: {} → {}", variable, plain(old), plain(value)));
    }
  }
  for (std::size_t k = 0; k < step.failures.size(); ++k) {
    if (step.failed_at[k] == place) lines.push_back(fmt::format("fails: {}", step.failures[k]));
  }
  return lines;
}

// What the event column says of a round, one line each.
std::vector<std::string> round_events(const Trace& trace, std::size_t index) {
  const TraceStep& step = *trace.states[index].step;
  std::vector<std::string> lines;
  for (const auto& event : step.events) {
    std::string line = event_text(event, receiver(trace, event.channel));
    if (!line.empty()) lines.push_back(std::move(line));
  }
  const TraceState& before = trace.states[index - 1];
  const bool idle =
      step.events.empty() && step.sends.empty() && before.processes == trace.states[index].processes;
  if (lines.empty()) lines.emplace_back(idle ? "nothing happens" : "");
  return lines;
}

std::vector<std::string> initial_cell(const Json& variables) {
  std::vector<std::string> lines;
  for (const auto& [variable, value] : variables.items()) lines.push_back(variable + ": " + plain(value));
  return lines;
}

struct Row {
  std::string step;
  std::vector<std::string> events;              // lines
  std::vector<std::vector<std::string>> cells;  // by lane, lines
};

// As the terminal can show them: in ASCII some marks are wider, and what follows must still align.
std::vector<Row> rows(const Trace& trace, const std::vector<std::size_t>& lanes, const Terminal& terminal) {
  std::vector<Row> rows;
  for (std::size_t index = 0; index < trace.states.size(); ++index) {
    Row row{.step = std::to_string(index), .events = {"initially"}, .cells = {}};
    row.cells.resize(lanes.size());
    if (index == 0) {
      for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        row.cells[lane] = initial_cell(trace.states[0].processes[lanes[lane]]);
      }
    } else if (trace.states[index].step->is_round()) {
      row.events = round_events(trace, index);
      for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        row.cells[lane] = round_cell(trace, index, lanes[lane]);
    } else {
      const auto who = static_cast<std::size_t>(trace.states[index].step->process);
      const TraceStep& step = *trace.states[index].step;
      row.events = {event_text(step, receiver(trace, step.channel))};
      row.cells[static_cast<std::size_t>(std::ranges::find(lanes, who) - lanes.begin())] = cell(trace, index);
    }
    for (auto& line : row.events) line = terminal.show(line);
    for (auto& lines : row.cells) {
      for (auto& line : lines) line = terminal.show(line);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string in_lanes(const Trace& trace, const std::vector<std::size_t>& lanes, const std::vector<Row>& all,
                     std::size_t width) {
  std::size_t event_width = 5;
  std::vector<std::size_t> widths;
  for (const auto& row : all) {
    for (const auto& event : row.events) event_width = std::max(event_width, columns(event));
  }
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    std::size_t wide = columns(fmt::format("{} · id {}", lanes[lane], trace.ids[lanes[lane]]));
    for (const auto& row : all) {
      for (const auto& line : row.cells[lane]) wide = std::max(wide, columns(line));
    }
    widths.push_back(wide);
  }
  std::size_t total = 2 + 4 + 2 + event_width;
  for (const std::size_t wide : widths) total += 3 + wide;
  if (total > width) return {};

  std::string text;
  const auto line = [&](std::string row) {
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  };
  std::string head = (trace.network == "rounds" ? "  round " : "  step  ") + padded("event", event_width);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    head += "   " + padded(fmt::format("{} · id {}", lanes[lane], trace.ids[lanes[lane]]), widths[lane]);
  }
  line(head);
  for (std::size_t index = 0; index < all.size(); ++index) {
    if (index > 0 && trace.loop == index - 1) line("        ⟲ what follows repeats for ever");
    const Row& row = all[index];
    std::size_t height = row.events.size();
    for (const auto& lines : row.cells) height = std::max(height, lines.size());
    for (std::size_t i = 0; i < height; ++i) {
      std::string out = fmt::format("  {:>4}  {}", i == 0 ? row.step : "",
                                    padded(i < row.events.size() ? row.events[i] : "", event_width));
      for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        out += "   " + padded(i < row.cells[lane].size() ? row.cells[lane][i] : "", widths[lane]);
      }
      line(out);
    }
  }
  return text;
}

std::string in_blocks(const Trace& trace, const std::vector<std::size_t>& lanes,
                      const std::vector<Row>& all) {
  std::string text;
  for (std::size_t index = 0; index < all.size(); ++index) {
    if (index > 0 && trace.loop == index - 1) text += "        ⟲ what follows repeats for ever\n";
    const std::string events = fmt::format("{}", fmt::join(all[index].events, "; "));
    text += fmt::format("  {:>4}{}{}\n", all[index].step, events.empty() ? "" : "  ", events);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      if (all[index].cells[lane].empty()) continue;
      text += fmt::format("          {} (id {}): {}\n", lanes[lane], trace.ids[lanes[lane]],
                          fmt::join(all[index].cells[lane], ", "));
    }
  }
  return text;
}

std::string topology(const Trace& trace) {
  const std::string& name = trace.topology;
  std::string what = fmt::format("`{}`, graph", name);
  if (is_topology_of_its_own(name) || name == "tree") what = name;
  if (name == "complete") what = "complete network";
  if (name == "connected") what = "connected graph";
  if (name == "strongly-connected") what = "strongly connected digraph";
  return fmt::format("{} of {}", what, trace.ids.size());
}

// What else the execution depends on: faults and parameters.
std::string surroundings(const Trace& trace) {
  std::vector<std::string> parts;
  const auto budget = [&](int most, const char* what, const char* many) {
    if (most > 0) parts.push_back(fmt::format("at most {} {}", most, most == 1 ? what : many));
  };
  budget(trace.faults.loss, "message lost", "messages lost");
  budget(trace.faults.duplicate, "message doubled", "messages doubled");
  budget(trace.faults.crash, "process crashed", "processes crashed");
  budget(trace.faults.late, "message late", "messages late");
  budget(trace.faults.recover, "process recovered", "processes recovered");
  budget(trace.faults.byzantine_messages, "Byzantine message", "Byzantine messages");
  if (!trace.byzantine.empty())
    parts.push_back(fmt::format("process{} {} Byzantine", trace.byzantine.size() == 1 ? "" : "es",
                                fmt::join(trace.byzantine, ", ")));
  for (const auto& [name, value] : trace.parameters.items())
    parts.push_back(fmt::format("{} {}", name, plain(value)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string length(const Trace& trace) {
  const std::size_t steps = trace.steps();
  const bool rounds = trace.network == "rounds";
  std::string text = fmt::format("{} {}{}", steps, rounds ? "round" : "step", steps == 1 ? "" : "s");
  if (trace.loop) text += fmt::format(": {} and then a loop of {}", *trace.loop, steps - *trace.loop);
  return text;
}

std::string headline(const Trace& trace, const Terminal& terminal, std::string_view says) {
  if (trace.attained) {
    const auto& [cost, extreme, value] = *trace.attained;
    return fmt::format("{}  {}: {}, the {} of any execution\n", terminal.bold("WITNESS"), terminal.bold(cost),
                       bound(value), extreme == "min" ? "least" : "most");
  }
  return fmt::format("{}  {}{}\n", terminal.red("✗ VIOLATED"), terminal.bold(trace.property),
                     says.empty() ? "" : fmt::format(": {}", says));
}

// How the execution compares with others that show the same.
std::string rank(const Trace& trace) {
  if (trace.attained && trace.attained->value)
    return trace.shortest ? "no shorter execution does" : "perhaps not the shortest that does";
  if (trace.steps() == 0) return "what it says is missing is missing from every execution";
  if (trace.loop) return "no shorter way leads into such a loop";
  return trace.shortest ? "no shorter execution does this"
                        : "a limit was reached before a shorter execution was looked for";
}

}  // namespace

std::string describe_briefly(const Trace& trace, const Terminal& terminal) {
  return terminal.show(fmt::format("{}  {}, {}\n  again  {}\n", terminal.red("✗ VIOLATED"),
                                   terminal.bold(trace.property), length(trace), again(trace)));
}

std::string describe(const Trace& trace, const Terminal& terminal) {
  std::string_view says;
  if (const Model* model = find_model(trace.model)) {
    const auto stated = std::ranges::find(model->properties, trace.property, &Property::name);
    if (stated != model->properties.end()) says = stated->says;
  }
  std::string text = headline(trace, terminal, says);
  text += fmt::format("  {}, {}, identifiers {} by place, {} network, initiators: {}, {}\n", trace.model,
                      topology(trace), fmt::join(trace.ids, ","), trace.network, trace.initiators,
                      trace.fairness == "none" ? "no fairness" : trace.fairness + " fairness");
  if (!trace.graph.empty() && !trace.channels.empty())
    text += fmt::format("  channels {}\n", fmt::join(trace.channels, ", "));
  const std::string extras = surroundings(trace);
  if (!extras.empty()) text += fmt::format("  {}\n", extras);
  text += fmt::format("  {}; {}\n", length(trace), rank(trace));
  text += "\n";

  std::vector<std::size_t> lanes;
  std::vector<std::size_t> idle;
  for (std::size_t place = 0; place < trace.ids.size(); ++place) {
    const bool acts = std::ranges::any_of(trace.states, [&](const auto& state) {
      return state.step && (state.step->is_round() || static_cast<std::size_t>(state.step->process) == place);
    });
    (acts ? lanes : idle).push_back(place);
  }
  const auto all = rows(trace, lanes, terminal);
  std::string body = in_lanes(trace, lanes, all, static_cast<std::size_t>(terminal.width));
  text += body.empty() ? in_blocks(trace, lanes, all) : body;
  if (!idle.empty())
    text +=
        fmt::format("        process{} {}: no step\n", idle.size() == 1 ? "" : "es", fmt::join(idle, ", "));
  if (trace.loop)
    text += fmt::format("        ⟲ the configuration is that after {} {} again\n",
                        trace.network == "rounds" ? "round" : "step", *trace.loop);
  text += "\n";
  for (std::size_t i = 0; i < trace.why.size(); ++i) {
    text += fmt::format("  {}  {}\n", i == 0 ? "why  " : "     ", trace.why[i]);
  }
  text += fmt::format("  again  {}\n", again(trace));
  return terminal.show(text);
}

}  // namespace conclave
