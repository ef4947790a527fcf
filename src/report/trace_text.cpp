// A trace in words.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program/model.hpp"
#include "report/network_text.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "report/trace_cells.hpp"
#include "report/words.hpp"
#include "trace/again.hpp"
#include "trace/names.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

// The places of the processes that have a column.
using Lanes = std::vector<std::size_t>;

constexpr std::string_view repeats_from_here = "        ⟲ what follows repeats for ever";

std::string_view step_word(const Trace& trace) { return trace.network == Network::rounds ? "round" : "step"; }

struct Widths {
  std::size_t event = 5;  // of the word
  std::vector<std::size_t> lanes;
  std::size_t apart = 3;

  std::size_t total() const {
    std::size_t total = 2 + 4 + 2 + event;
    for (const std::size_t lane : lanes) total += apart + lane;
    return total;
  }
};

// By lane; the last one is that of the channels, if the rows have them.
std::vector<std::string> titles_of(const Trace& trace, const Lanes& lanes, const std::vector<TraceRow>& rows,
                                   const Terminal& terminal) {
  std::vector<std::string> titles;
  for (const std::size_t place : lanes) titles.push_back(terminal.show(lane_label(trace, place)));
  if (rows.front().cells.size() > lanes.size()) titles.emplace_back("channels");
  return titles;
}

Widths widths_of(const std::vector<std::string>& titles, const std::vector<TraceRow>& rows) {
  Widths widths;
  for (const auto& row : rows) {
    for (const auto& event : row.events) widths.event = std::max(widths.event, columns(event));
  }
  for (std::size_t lane = 0; lane < titles.size(); ++lane) {
    std::size_t wide = columns(titles[lane]);
    for (const auto& row : rows) {
      for (const auto& line : row.cells[lane]) wide = std::max(wide, columns(line));
    }
    widths.lanes.push_back(wide);
  }
  return widths;
}

void fold(TraceRow::Lines& lines, std::size_t width) {
  TraceRow::Lines all;
  for (const std::string& line : lines) std::ranges::move(folded(line, width, 2), std::back_inserter(all));
  lines = std::move(all);
}

// Makes the columns as narrow as the terminal needs, the widest first, and folds their lines. Nothing comes
// of it where less would be left than a few words take.
bool fit(Widths& widths, std::vector<TraceRow>& rows, std::size_t width) {
  constexpr std::size_t least = 10;
  constexpr std::size_t least_event = 18;
  widths.apart = 2;
  while (widths.total() > width) {
    const auto widest = std::ranges::max_element(widths.lanes);
    const bool lane_gives = widest != widths.lanes.end() && *widest > least;
    if (widths.event > least_event && (!lane_gives || widths.event > *widest))
      --widths.event;
    else if (lane_gives)
      --*widest;
    else
      return false;
  }
  for (TraceRow& row : rows) {
    fold(row.events, widths.event);
    for (std::size_t lane = 0; lane < widths.lanes.size(); ++lane) fold(row.cells[lane], widths.lanes[lane]);
  }
  return true;
}

std::string without_spaces_at_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string row_in_lanes(const TraceRow& row, const Widths& widths) {
  std::size_t height = row.events.size();
  for (const auto& lines : row.cells) height = std::max(height, lines.size());
  std::string text;
  for (std::size_t i = 0; i < height; ++i) {
    std::string line = fmt::format("  {:>4}  {}", i == 0 ? row.step : "",
                                   padded(i < row.events.size() ? row.events[i] : "", widths.event));
    for (std::size_t lane = 0; lane < widths.lanes.size(); ++lane)
      line += std::string(widths.apart, ' ') +
              padded(i < row.cells[lane].size() ? row.cells[lane][i] : "", widths.lanes[lane]);
    text += without_spaces_at_end(std::move(line));
  }
  return text;
}

std::string in_lanes(const Trace& trace, const std::vector<std::string>& titles,
                     const std::vector<TraceRow>& rows, const Widths& widths) {
  std::string head = fmt::format("  {:<5} ", step_word(trace)) + padded("event", widths.event);
  for (std::size_t lane = 0; lane < titles.size(); ++lane)
    head += std::string(widths.apart, ' ') + padded(titles[lane], widths.lanes[lane]);
  std::string text = without_spaces_at_end(std::move(head));
  for (std::size_t index = 0; index < rows.size(); ++index) {
    if (index > 0 && trace.loop == index - 1) text += fmt::format("{}\n", repeats_from_here);
    text += row_in_lanes(rows[index], widths);
  }
  return text;
}

std::string in_blocks(const Trace& trace, const Lanes& lanes, const std::vector<TraceRow>& rows) {
  std::string text;
  for (std::size_t index = 0; index < rows.size(); ++index) {
    if (index > 0 && trace.loop == index - 1) text += fmt::format("{}\n", repeats_from_here);
    const std::string events = fmt::format("{}", fmt::join(rows[index].events, "; "));
    text += fmt::format("  {:>4}{}{}\n", rows[index].step, events.empty() ? "" : "  ", events);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      if (rows[index].cells[lane].empty()) continue;
      const std::string id = trace.anonymous ? "" : fmt::format(" (id {})", trace.ids[lanes[lane]]);
      text += fmt::format("          {}{}: {}\n", lanes[lane], id, fmt::join(rows[index].cells[lane], ", "));
    }
    if (rows[index].cells.size() > lanes.size())
      text += fmt::format("          channels: {}\n", fmt::join(rows[index].cells.back(), ", "));
  }
  return text;
}

// What else the execution depends on: faults and parameters.
std::string circumstances(const Trace& trace) {
  std::vector<std::string> parts;
  const auto budget = [&](int most, const char* one, const char* many) {
    if (most > 0) parts.push_back(fmt::format("at most {} {}", most, most == 1 ? one : many));
  };
  budget(trace.faults.loss, "message lost", "messages lost");
  budget(trace.faults.duplicate, "message doubled", "messages doubled");
  budget(trace.faults.crash, "process crashed", "processes crashed");
  budget(trace.faults.late, "message late", "messages late");
  budget(trace.faults.recover, "process recovered", "processes recovered");
  budget(trace.faults.byzantine_messages, "Byzantine message", "Byzantine messages");
  if (!trace.down.empty())
    parts.push_back(fmt::format("process{} {} down from the beginning", trace.down.size() == 1 ? "" : "es",
                                fmt::join(trace.down, ", ")));
  if (!trace.byzantine.empty())
    parts.push_back(fmt::format("process{} {} Byzantine", trace.byzantine.size() == 1 ? "" : "es",
                                fmt::join(trace.byzantine, ", ")));
  for (const auto& [name, value] : trace.parameters.parts)
    parts.push_back(fmt::format("{} {}", name, reader_text(value)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string length(const Trace& trace) {
  const std::size_t steps = trace.steps();
  std::string text = fmt::format("{} {}{}", steps, step_word(trace), steps == 1 ? "" : "s");
  if (trace.loop) text += fmt::format(": {} and then a loop of {}", *trace.loop, steps - *trace.loop);
  return text;
}

// The violated property, if the model is known and states it.
const Property* property_of(const Trace& trace) {
  const Model* const model = find_model(trace.model);
  if (model == nullptr) return nullptr;
  const auto stated = std::ranges::find(model->properties, trace.property, &Property::name);
  return stated == model->properties.end() ? nullptr : &*stated;
}

std::string headline(const Trace& trace, const Terminal& terminal) {
  if (trace.attained) {
    const auto& [cost, extreme, value, until] = *trace.attained;
    return fmt::format("{}  {}: {}, {}the {} of any execution\n", terminal.bold("WITNESS"),
                       terminal.bold(trace.attained->title()), bound(value),
                       trace.from_file ? "as the file says " : "",
                       extreme == Extreme::min ? "least" : "most");
  }
  if (trace.shows_nothing()) return fmt::format("{}\n", terminal.bold("EXECUTION"));
  const Property* const property = property_of(trace);
  const std::string_view says = property == nullptr ? "" : property->says;
  return fmt::format("{}  {}{}{}\n", terminal.red("✗ VIOLATED"), terminal.bold(trace.property),
                     says.empty() ? "" : ": ", says);
}

// What some execution should do, none does, and so none can be shown; all else goes wrong somewhere.
std::string_view before_any_step(const Trace& trace) {
  const Property* const property = property_of(trace);
  if (property == nullptr) return "no step is needed to show this";
  if (property->kind == PropertyKind::reachability)
    return "no execution does what it asks for, so there is none to show";
  return trace.network == Network::rounds ? "it is violated before the first round"
                                          : "it is violated before the first step";
}

// How the execution compares with others that show the same.
std::string_view rank(const Trace& trace) {
  if (trace.attained && trace.attained->value)
    return trace.shortest ? "no shorter execution does" : "perhaps not the shortest that does";
  if (trace.steps() == 0) return before_any_step(trace);
  if (trace.loop) return "no shorter way leads into such a loop";
  return trace.shortest ? "no shorter execution does this"
                        : "a limit was reached before a shorter execution was looked for";
}

// What the execution is of, and how long it is.
std::string heading(const Trace& trace) {
  std::string text = fmt::format(
      "  {}, {}, {}, {} network, initiators: {}, {}\n", trace.model, topology_words(trace),
      trace.anonymous ? "anonymous processes" : fmt::format("identifiers {} by place", list_of(trace.ids)),
      name_of(trace.network), describe(trace.initiators), words(trace.fairness));
  if (!trace.graph.empty() && !trace.channels.empty()) text += fmt::format("  links {}\n", links_of(trace));
  const std::string more = circumstances(trace);
  if (!more.empty()) text += fmt::format("  {}\n", more);
  if (trace.shows_nothing()) return text + fmt::format("  {}\n", length(trace));
  const bool says = trace.from_file && trace.steps() > 0;
  return text + fmt::format("  {}; {}{}\n", length(trace), says ? "the file says: " : "", rank(trace));
}

// In columns as they come; where they do not fit, in brief, then folded; else a block of lines for each step.
std::string rows_text(const Trace& trace, const Lanes& lanes, const Terminal& terminal) {
  const auto width = static_cast<std::size_t>(terminal.width);
  for (const CellStyle style : {CellStyle::full, CellStyle::brief}) {
    auto rows = rows_of(trace, lanes, style, terminal);
    const auto titles = titles_of(trace, lanes, rows, terminal);
    Widths widths = widths_of(titles, rows);
    if (widths.total() <= width || (style == CellStyle::brief && fit(widths, rows, width)))
      return in_lanes(trace, titles, rows, widths);
  }
  return in_blocks(trace, lanes, rows_of(trace, lanes, CellStyle::full, terminal));
}

std::string body(const Trace& trace, const Terminal& terminal) {
  if (trace.steps() == 0) return "";  // a table would have nothing but the variables at the beginning
  Lanes lanes;
  Lanes idle;
  for (std::size_t place = 0; place < trace.ids.size(); ++place) {
    const bool acts = std::ranges::any_of(trace.states, [&](const TraceState& state) {
      return state.step && (state.step->is_round() || static_cast<std::size_t>(state.step->process) == place);
    });
    (acts ? lanes : idle).push_back(place);
  }
  std::string text = rows_text(trace, lanes, terminal);
  if (!idle.empty())
    text +=
        fmt::format("        process{} {}: no step\n", idle.size() == 1 ? "" : "es", fmt::join(idle, ", "));
  if (trace.loop)
    text +=
        fmt::format("        ⟲ the configuration is that after {} {} again\n", step_word(trace), *trace.loop);
  return text;
}

}  // namespace

std::string describe_briefly(const Trace& trace, const Terminal& terminal) {
  return terminal.page(fmt::format("{}  {}, {}\n  again  {}\n", terminal.red("✗ VIOLATED"),
                                   terminal.bold(trace.property), length(trace), again(trace)));
}

std::string describe_steps(const Trace& trace, const Terminal& terminal) { return body(trace, terminal); }

std::string describe(const Trace& trace, const Terminal& terminal) {
  std::string text = fmt::format("{}{}\n", headline(trace, terminal), heading(trace));
  if (const std::string steps = body(trace, terminal); !steps.empty()) text += steps + "\n";
  for (const auto& reason : trace.why)
    text += fmt::format("  {}  {}\n", &reason == &trace.why.front() ? "why  " : "     ", reason);
  text += fmt::format("  again  {}\n", again(trace));
  return terminal.page(text);
}

}  // namespace conclave
