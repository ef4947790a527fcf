#include "report/page_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>
#include <vector>

#include "program/model.hpp"
#include "report/diagram.hpp"
#include "report/markup.hpp"
#include "report/network_picture.hpp"
#include "report/network_text.hpp"
#include "report/page_strip.hpp"
#include "report/space_time.hpp"
#include "report/terminal.hpp"
#include "report/trace_cells.hpp"
#include "report/words.hpp"
#include "trace/again.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

std::string unit_of(const Trace& trace) { return trace.network == Network::rounds ? "round" : "step"; }

std::string address(std::size_t section) {
  return (section == 1 ? "" : fmt::format("trace-{}-", section)) + "step-";
}
std::string address(std::size_t section, std::size_t step) { return address(section) + std::to_string(step); }

// What the execution is evidence of.
std::string shown_by(const Trace& trace) {
  if (trace.attained) {
    const auto& [cost, extreme, value, until] = *trace.attained;
    return fmt::format("Witness: {} {}, the {} of any execution", trace.attained->title(), bound(value),
                       extreme == Extreme::min ? "least" : "most");
  }
  if (trace.shows_nothing()) return "An execution";
  std::string text = "✗ violated: " + trace.property;
  if (const Model* model = find_model(trace.model)) {
    const auto stated = std::ranges::find(model->properties, trace.property, &Property::name);
    if (stated != model->properties.end()) text += fmt::format(" – {}", stated->says);
  }
  return text;
}

std::string facts_of(const Trace& trace) {
  std::string list;
  const auto fact = [&list](std::string_view name, const std::string& text) {
    if (!text.empty())
      list += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", as_markup(name), as_markup(text));
  };
  fact("model", trace.model);
  fact("topology", topology_words(trace) + (trace.graph.empty() ? "" : ": " + links_of(trace)));
  fact("identifiers",
       trace.anonymous ? "none: the processes are anonymous" : list_of(trace.ids) + " by place");
  fact("network", std::string(name_of(trace.network)));
  fact("initiators", describe(trace.initiators));
  fact("down from the beginning", trace.down.empty() ? "" : "place " + list_of(trace.down));
  fact("fairness", words(trace.fairness));
  fact("faults", words(trace.faults));
  fact("Byzantine", trace.byzantine.empty() ? "" : "at place " + list_of(trace.byzantine));
  std::string parameters;
  for (const auto& [name, value] : trace.parameters.parts)
    parameters += (parameters.empty() ? "" : ", ") + name + " " + reader_text(value);
  fact("parameters", parameters);
  std::string length = plural(std::to_string(trace.steps()), unit_of(trace), unit_of(trace) + "s");
  if (trace.loop)
    length += fmt::format(": {} and then a loop of {} that repeats for ever", *trace.loop,
                          trace.steps() - *trace.loop);
  fact("length", length);
  return "<dl class=\"facts\">\n" + list + "</dl>\n";
}

std::string lines_of(const TraceRow::Lines& lines) {
  std::string out;
  for (const auto& line : lines) out += fmt::format("<bdi>{}</bdi>", as_markup(line));
  return out;
}

// Does no variable change, and is nothing sent?
bool changes_nothing(const Trace& trace, std::size_t index) {
  if (index == 0 || trace.states[index].processes != trace.states[index - 1].processes) return false;
  const TraceStep& step = *trace.states[index].step;
  return step.sends.empty() && step.failures.empty() && !step.exception && step.events.empty() &&
         index < trace.steps();
}

// "compares 1 < 3": what a process does in a step.
std::string compared(const Trace& trace, std::size_t index, std::size_t place) {
  std::string list;
  if (index == 0) return list;
  for (const TraceComparison& each : trace.states[index].step->compared) {
    if (each.process == static_cast<int>(place))
      list += fmt::format("{}{} < {}", list.empty() ? "compares " : ", ", each.smaller, each.larger);
  }
  return list.empty() ? "" : lines_of({list});
}

// A step where the execution parts from another one is marked.
std::string table_of(const Trace& trace, std::size_t section, std::optional<std::size_t> parts) {
  std::vector<std::size_t> lanes(trace.ids.size());
  std::iota(lanes.begin(), lanes.end(), std::size_t{0});
  std::string head = fmt::format("<th scope=\"col\">{}</th><th scope=\"col\">event</th>", unit_of(trace));
  for (const std::size_t lane : lanes)
    head += fmt::format("<th scope=\"col\">{}</th>", as_markup(lane_label(trace, lane)));
  std::string body;
  const auto rows = rows_of(trace, lanes, CellStyle::full, Terminal{.utf8 = true});
  for (std::size_t index = 0; index < rows.size(); ++index) {
    const std::string id = address(section, index);
    const bool begins_loop = index > 0 && trace.loop == index - 1;
    body +=
        fmt::format("<tr id=\"{0}\"{4}{5}><td><a href=\"#{0}\">{1}</a></td><td class=\"cells\">{2}{3}</td>",
                    id, rows[index].step, begins_loop ? "<bdi>⟲ from here on it repeats for ever</bdi>" : "",
                    lines_of(rows[index].events), changes_nothing(trace, index) ? " class=\"idle\"" : "",
                    index == parts ? " data-parts" : "");
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      const std::string first = compared(trace, index, lane);
      const TraceRow::Lines& cell = rows[index].cells[lane];
      const bool says_nothing_more = !first.empty() && cell == TraceRow::Lines{"·"};
      body += "<td class=\"cells\">" + first + (says_nothing_more ? "" : lines_of(cell)) + "</td>";
    }
    body += "</tr>\n";
  }
  return "<h3>Step by step</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Step by "
         "step\"><table>\n<thead><tr>" +
         head + "</tr></thead>\n<tbody class=\"steps\">\n" + body + "</tbody></table></div>\n";
}

// In which channel a round's messages go, or in whose mailbox they wait, and otherwise what a channel holds.
Json contents_of(const Trace& trace, std::size_t index) {
  Json contents = Json::object();
  const TraceState& state = trace.states[index];
  const auto hold = [&contents](std::size_t channel, const TraceValue& message) {
    contents[std::to_string(channel)].push_back(message_text(message));
  };
  if (trace.network == Network::rounds && !has_mailboxes(trace)) {
    if (!state.step) return contents;
    for (const auto& sent : state.step->sends) {
      if (sent.channel >= 0) hold(static_cast<std::size_t>(sent.channel), sent.message);
    }
    return contents;
  }
  const std::size_t first = has_mailboxes(trace) ? trace.channels.size() : 0;
  for (std::size_t channel = 0; channel < state.channels.size(); ++channel) {
    for (const auto& message : state.channels[channel]) hold(first + channel, message);
  }
  for (std::size_t channel = 0; channel < state.late.size(); ++channel) {
    for (const auto& message : state.late[channel])
      contents[std::to_string(first + channel)].push_back(message_text(message) + " late");
  }
  return contents;
}

std::string variables_of(const TraceValue& process) {
  std::string text;
  for (const auto& [name, value] : process.parts)
    text += (text.empty() ? "" : ", ") + name + ": " + reader_text(value);
  return text;
}

// A channel's name as people write it: "0→1".
std::string with_arrow(std::string name) {
  const auto at = name.find("->");
  if (at != std::string::npos) name.replace(at, 2, "→");
  return name;
}

Json data_of(const Trace& trace) {
  Json data;
  data["unit"] = unit_of(trace) == "round" ? "Round" : "Step";
  data["ids"] = trace.ids;
  data["labels"] = Json::array();
  for (std::size_t place = 0; place < trace.ids.size(); ++place)
    data["labels"].push_back(lane_label(trace, place));
  data["channels"] = Json::array();
  for (const std::string& name : trace.channels) data["channels"].push_back(with_arrow(name));
  if (has_mailboxes(trace)) {
    for (std::size_t place = 0; place < trace.ids.size(); ++place)
      data["channels"].push_back(fmt::format("mailbox of {}", place));
  }
  data["states"] = Json::array();
  for (std::size_t index = 0; index < trace.states.size(); ++index) {
    const TraceState& state = trace.states[index];
    Json now{{"of", Json::array()}, {"is", Json::array()}, {"in", contents_of(trace, index)}};
    for (std::size_t place = 0; place < state.processes.size(); ++place) {
      now["of"].push_back(variables_of(state.processes[place]));
      now["is"].push_back(marks_of(state, place));
    }
    if (index > 0) {
      for (const TraceComparison& each : trace.states[index].step->compared)
        now["cmp"].push_back({each.process, each.smaller, each.larger});
    }
    data["states"].push_back(std::move(now));
  }
  return data;
}

std::string controls() {
  return "<div class=\"controls\"><button type=\"button\" class=\"back\" aria-label=\"one step "
         "back\">◀</button>"
         "<input type=\"range\" min=\"0\" max=\"0\" value=\"0\" aria-label=\"step\">"
         "<button type=\"button\" class=\"on\" aria-label=\"one step on\">▶</button>"
         "<output aria-live=\"polite\"></output>"
         "<div class=\"choices\"><label class=\"time\"><input type=\"checkbox\">causal time</label>"
         "<label class=\"fold\" title=\"steps that change nothing\"><input type=\"checkbox\">fold idle "
         "steps</label>"
         "<details class=\"hide\"><summary>hide</summary></details></div></div>\n";
}

// A round is a unit of both times.
std::string causal_svg(const Trace& trace) {
  if (trace.network == Network::rounds) return "";
  return space_time_svg(trace, SvgUse::part_of_page, TimeAxis::causal);
}

constexpr std::string_view how_to_read =
    "<p class=\"legend\">Time goes down. ➤ received, ✗ lost, ┃ in vain, ○ still on its way, ◇ doubled; a "
    "dotted lane sleeps, a lane that ends has crashed, a thick one has halted.</p>\n"
    "<p class=\"legend keys\">Arrow keys choose a step, a click chooses an event. Filled events led to it, "
    "hollow ones follow from it, faint ones have nothing to do with it. Of names underlined twice it "
    "compares the identifiers.</p>\n";

std::string side_of(const Trace& trace) {
  const bool passes = trace.network == Network::rounds && !has_mailboxes(trace);
  const std::string title = passes                           ? "Messages of this round"
                            : trace.network == Network::fifo ? "In the channels, oldest first"
                                                             : "In the network";
  return "<div class=\"side\">\n" + network_svg(trace) + "<div class=\"needs-script\"><h3>" + title +
         "</h3>\n<p class=\"empty\">none</p>\n<dl class=\"state channels\"></dl>\n<h3>Variables</h3>\n<dl "
         "class=\"state variables\"></dl></div>\n</div>\n";
}

std::string section(const Trace& trace, std::size_t number, const std::string& heading,
                    const std::string& introduction, std::optional<std::size_t> parts) {
  std::string out = "<section class=\"trace\">\n<h2><bdi>" + as_markup(heading) + "</bdi></h2>\n";
  out += introduction + controls();
  out +=
      "<div class=\"views\">\n<div>\n<div class=\"diagram scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Space-time diagram\">\n" +
      space_time_svg(trace, SvgUse::part_of_page) + causal_svg(trace) + "</div>\n<p class=\"longest\">" +
      longest_chain_of(trace) + "</p>\n" + std::string(how_to_read) + strips_of(trace, address(number)) +
      "</div>\n";
  out += side_of(trace) + "</div>\n" + table_of(trace, number, parts);
  return out + "<script type=\"application/json\">" + as_script_data(data_of(trace)) +
         "</script>\n</section>\n";
}

std::string section_of(const Trace& trace, std::size_t number, std::optional<std::size_t> parts) {
  std::string why;
  for (const auto& reason : trace.why) why += "<li><bdi>" + as_markup(reason) + "</bdi></li>\n";
  if (!why.empty()) why = "<h3>Why</h3>\n<ul>\n" + why + "</ul>\n";
  return section(trace, number, shown_by(trace),
                 why + facts_of(trace) + "<p>Again: <code>" + as_markup(again(trace)) + "</code></p>\n",
                 parts);
}

// What an execution does next, with a link to it: "goes on with step 5: 1 crashes".
std::string step_in_words(const Trace& trace, std::size_t number, std::size_t step) {
  if (step > trace.steps())
    return trace.loop ? fmt::format("goes round its loop once more") : std::string("ends");
  const auto rows = rows_of(trace, {}, CellStyle::full, Terminal{.utf8 = true});
  std::string events;
  for (const auto& line : rows[step].events) {
    if (!line.empty() && line != "·") events += (events.empty() ? ": <bdi>" : "; ") + as_markup(line);
  }
  return fmt::format("goes on with <a href=\"#{}\">{} {}</a>{}{}", address(number, step), unit_of(trace),
                     step, events, events.empty() ? "" : "</bdi>");
}

// Where the two begin to differ.
std::string parting(const Trace& violating, std::size_t violating_number, const Trace& well,
                    std::size_t well_number, std::size_t common) {
  const std::string unit = unit_of(well);
  const std::string same = common == 0   ? "From the beginning on the two differ."
                           : common == 1 ? fmt::format("The first {} is the same.", unit)
                                         : fmt::format("The first {} {}s are the same.", common, unit);
  return fmt::format(
      "<div class=\"parting\"><p>It comes to an end, and violates nothing that was asked. {}</p>\n<ul>\n"
      "<li>The violating execution {}.</li>\n<li>This one {}.</li>\n</ul></div>\n",
      same, step_in_words(violating, violating_number, common + 1),
      step_in_words(well, well_number, common + 1));
}

std::string why_nothing_goes_well(const Trace& violating, const GoingWell& well) {
  if (well.none)
    return "<p class=\"parting\">No execution goes well: with these identifiers and initiators, "
           "each "
           "violates something that was asked, or never ends.</p>\n";
  const std::string common =
      plural(std::to_string(well.common), unit_of(violating), unit_of(violating) + "s");
  return fmt::format(
      "<p class=\"parting\">No execution that goes well was found, but not all {}were looked at.</p>\n",
      well.common == 0 ? "" : "that begin with the first " + common + " of this one ");
}

}  // namespace

Json marks_of(const TraceState& state, std::size_t place) {
  Json words = Json::array();
  const auto flag = [&](const char* name) {
    if (state.processes[place].parts.size() == 1 && state.processes[place].field(name) != nullptr)
      words.push_back(name);
    return !words.empty();
  };
  if (flag("crashed") || flag("byzantine") || place >= state.standings.size()) return words;
  const Standing& standing = state.standings[place];
  if (standing.asleep) words.push_back("asleep");
  if (standing.leader) words.push_back("leader");
  if (standing.decided && !standing.leader) words.push_back("decided");
  if (standing.halted) words.push_back("halted");
  return words;
}

std::string section_of(const Trace& trace, std::size_t number) { return section_of(trace, number, {}); }

std::string sections_of(const ShownTrace& shown, std::size_t& number) {
  const std::size_t first = ++number;
  if (!shown.going_well) return section_of(shown.trace, first);
  const GoingWell& well = *shown.going_well;
  if (!well.trace) return section_of(shown.trace, first) + why_nothing_goes_well(shown.trace, well);
  const std::size_t second = ++number;
  const std::string other =
      section(*well.trace, second, "The nearest execution that goes well",
              parting(shown.trace, first, *well.trace, second, well.common), well.common + 1);
  return "<div class=\"pair\">\n" + section_of(shown.trace, first, well.common + 1) + other + "</div>\n";
}

}  // namespace conclave
