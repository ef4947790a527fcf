#include "report/state_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "report/network_text.hpp"
#include "report/spelling.hpp"
#include "report/terminal.hpp"
#include "report/trace_cells.hpp"
#include "scenario/choose_topology.hpp"
#include "trace/names.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

// What a process has, as in "awake, leader 3": a flag that is not set, or a value that is not there, is left
// out.
std::string variables_words(const TraceValue& variables) {
  std::vector<std::string> words;
  for (const auto& [name, value] : variables.parts) {
    if (value.kind == TraceValue::Kind::boolean) {
      if (value.number != 0) words.push_back(name);
    } else if (value.text != "none") {
      words.push_back(name + " " + reader_text(value));
    }
  }
  return words.empty() ? "·" : fmt::format("{}", fmt::join(words, ", "));
}

std::string messages_words(const std::vector<TraceValue>& messages) {
  std::string text;
  for (const TraceValue& message : messages) text += (text.empty() ? "" : " ") + message_text(message);
  return text;
}

// The texts of one instance.
class InstanceTexts {
 public:
  InstanceTexts(const Scenario& scenario, const Instance& instance, StateSpace& space)
      : space_(space), lock_step_(scenario.lock_step()) {
    static_cast<TraceSubject&>(frame_) = subject_of(scenario, instance);
    frame_.channels = space.channels();
    frame_.states.resize(2);
    terminal_.utf8 = true;
  }

  // Everything that tells a configuration from others, a line for each process and each channel.
  std::vector<std::string> lines(StateSpace::Number number) {
    const TraceState state = space_.state(number);
    std::vector<std::string> lines;
    for (std::size_t place = 0; place < state.processes.size(); ++place)
      lines.push_back(fmt::format("{}: {}{}", place, variables_words(state.processes[place]),
                                  state.standings[place].leader ? " ★" : ""));
    for (std::size_t c = 0; c < state.channels.size(); ++c)
      add(lines, lock_step_ ? fmt::format("for {}", c) : frame_.channels[c], state.channels[c]);
    for (std::size_t place = 0; place < state.late.size(); ++place)
      add(lines, fmt::format("late for {}", place), state.late[place]);
    for (std::size_t place = 0; place < state.copies.size(); ++place) {
      if (state.copies[place].text != "none")
        lines.push_back(fmt::format("copy of {}: {}", place, reader_text(state.copies[place])));
    }
    if (!state.faults_left.parts.empty()) lines.push_back("faults left: " + reader_text(state.faults_left));
    return lines;
  }

  std::string step(const StateSpace::Edge& edge) {
    const TraceStep step = space_.step(edge);
    std::vector<std::string> words;
    if (!step.is_round() || !step.events.empty()) {
      frame_.states[1].step = step;
      const std::vector<TraceRow> rows = rows_of(frame_, {}, CellStyle::full, terminal_);
      for (const std::string& event : rows[1].events) {
        if (!event.empty()) words.push_back(event + port(step));
      }
    }
    std::ranges::move(choice_words(step.choices, step.taken), std::back_inserter(words));
    for (const TraceEvent& event : step.events) {
      for (const std::string& chosen : choice_words(event.choices, event.taken))
        words.push_back(fmt::format("{} {}", event.process, chosen));
    }
    for (const auto& failure : step.failures) words.push_back("fails: " + failure.assertion);
    if (step.exception) words.push_back("throws " + *step.exception);
    return words.empty() ? "round" : fmt::format("{}", fmt::join(words, ", "));
  }

 private:
  static void add(std::vector<std::string>& lines, const std::string& where,
                  const std::vector<TraceValue>& messages) {
    if (!messages.empty()) lines.push_back(where + ": " + messages_words(messages));
  }

  // Tells two channels between the same processes apart.
  std::string port(const TraceStep& step) const {
    if (step.channel < 0) return "";
    const std::string& name = frame_.channels[static_cast<std::size_t>(step.channel)];
    return name.ends_with(" next") ? " by next" : name.ends_with(" previous") ? " by previous" : "";
  }

  StateSpace& space_;
  const bool lock_step_;
  Trace frame_;
  Terminal terminal_;
};

std::string look_of_node(const StateSpace::Node& node, bool initial) {
  std::vector<std::string_view> styles;
  if (initial) styles.emplace_back("filled");
  if (node.quiescent && !node.decided) styles.emplace_back("dashed");
  std::string look;
  if (!styles.empty()) look += fmt::format(", style=\"{}\"", fmt::join(styles, ","));
  if (initial) look += ", fillcolor=\"#e8e8e8\"";
  if (node.quiescent) look += ", peripheries=2";
  if (node.marked) look += ", color=\"#b00020\", penwidth=2";
  return look;
}

}  // namespace

std::string instance_words(const Scenario& scenario, const Instance& instance) {
  std::string text = scenario.model->anonymous ? "anonymous processes"
                                               : "identifiers " + list_of(subject_of(scenario, instance).ids);
  if (!instance.initiators.empty())
    text +=
        fmt::format("; {} start{}", list_of(instance.initiators), instance.initiators.size() == 1 ? "s" : "");
  if (!instance.down.empty()) text += "; down " + list_of(instance.down);
  if (!instance.byzantine.empty()) text += "; Byzantine " + list_of(instance.byzantine);
  if (scenario.topologies.size() > 1 || is_written_out(scenario.topology))
    text += "; on " + links_of(scenario.topologies[instance.topology]);
  return text;
}

void DotGraph::add(const Scenario& scenario, const Instance& instance, StateSpace& space) {
  InstanceTexts texts(scenario, instance, space);
  const std::uint64_t first = nodes_;
  std::string cluster = fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", clusters_,
                                    as_dot(instance_words(scenario, instance)));
  auto edge = space.edges().begin();
  for (std::size_t number = 0; number < space.nodes().size(); ++number) {
    const StateSpace::Node& node = space.nodes()[number];
    std::string label;
    for (const std::string& line : texts.lines(static_cast<StateSpace::Number>(number)))
      label += as_dot(line) + "\\l";
    if (node.left_out > 0) label += fmt::format("{} more left out\\l", node.left_out);
    if (!node.expanded) label += "not looked at further\\l";
    cluster +=
        fmt::format("    n{} [label=\"{}\"{}];\n", first + number, label, look_of_node(node, number == 0));
    for (; edge != space.edges().end() && edge->from == number; ++edge)
      cluster += fmt::format("    n{} -> n{} [label=\"{}\"{}];\n", first + edge->from, first + edge->to,
                             as_dot(texts.step(*edge)),
                             edge->marked ? ", color=\"#b00020\", fontcolor=\"#b00020\", penwidth=2" : "");
  }
  body_ += cluster + "  }\n";  // all or nothing of it, whatever ends this
  ++clusters_;
  nodes_ += space.nodes().size();
}

std::string DotGraph::finish(const std::string& name, const std::vector<std::string>& remarks) const {
  std::string text;
  for (const std::string& remark : remarks) text += "// " + on_one_line(remark) + "\n";
  return text +
         fmt::format(
             "digraph \"{}\" {{\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
             "  edge [fontname=\"monospace\", fontsize=9];\n  graph [fontname=\"sans-serif\"];\n",
             as_dot(name)) +
         body_ + "}\n";
}

void AutGraph::add(const Scenario& scenario, const Instance& instance, StateSpace& space) {
  InstanceTexts texts(scenario, instance, space);
  const std::uint64_t first = nodes_;
  if (several_) {
    body_ += fmt::format("(0,\"{}\",{})\n", as_aut(instance_words(scenario, instance)), first);
    ++edges_;
  }
  for (const StateSpace::Edge& edge : space.edges())
    body_ += fmt::format("({},\"{}\",{})\n", first + edge.from, as_aut(texts.step(edge)), first + edge.to);
  nodes_ += space.nodes().size();
  edges_ += space.edges().size();
}

std::string AutGraph::finish() const { return fmt::format("des (0,{},{})\n", edges_, nodes_) + body_; }

}  // namespace conclave
