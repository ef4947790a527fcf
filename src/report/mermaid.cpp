#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/diagram.hpp"
#include "report/pictures.hpp"
#include "report/space_time_layout.hpp"
#include "report/spelling.hpp"
#include "report/trace_cells.hpp"
#include "trace/again.hpp"

namespace conclave {
namespace {

class MermaidDiagram {
 public:
  explicit MermaidDiagram(const Trace& trace)
      : trace_(trace), arrows_(arrows_of(trace)), rows_(events_of(trace)) {}

  std::string text() {
    out_ = fmt::format("%% {}\nsequenceDiagram\n", on_one_line(again(trace_)));
    for (std::size_t place = 0; place < trace_.ids.size(); ++place)
      line("participant P{} as {}", place, as_mermaid(lane_label(trace_, place)));
    const bool repeats = trace_.loop && *trace_.loop < trace_.steps();
    for (std::size_t index = 1; index < trace_.states.size(); ++index) {
      if (repeats && index == *trace_.loop + 1) line("loop for ever");
      add_step(index);
    }
    for (const MessageArrow& arrow : arrows_) {
      if (arrow.end == MessageArrow::End::open) add_arrow(arrow, "--)");
    }
    if (repeats) line("end");
    return out_;
  }

 private:
  template <class... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    out_ += "    " + fmt::format(format, std::forward<Parts>(parts)...) + "\n";
  }

  void add_step(std::size_t index) {
    const TraceStep& step = *trace_.states[index].step;
    if (step.is_round()) {
      add_note(fmt::format("P0{}", last_lane()), fmt::format("round {}", index), rows_[index].events);
      add_arrows(index, 0);
      add_cells(index);
      add_arrows(index, 1);
      return;
    }
    add_arrows(index, 0);
    using enum Step::Kind;
    const TraceRow& row = rows_[index];
    const bool is_arrow =
        step.kind == deliver || step.kind == miss || step.kind == lose || step.kind == forge;
    TraceRow::Lines lines = is_arrow ? TraceRow::Lines{} : row.events;
    const auto& cell = row.cells[static_cast<std::size_t>(step.process)];
    if (cell != nothing) lines.insert(lines.end(), cell.begin(), cell.end());
    if (!lines.empty())
      add_note(fmt::format("P{}", step.process), is_arrow ? "" : fmt::format("step {}", index), lines);
  }

  std::string last_lane() const {
    return trace_.ids.size() == 1 ? "" : fmt::format(",P{}", trace_.ids.size() - 1);
  }

  // What each process does in a round, and which of its variables change.
  void add_cells(std::size_t index) {
    for (std::size_t place = 0; place < trace_.ids.size(); ++place) {
      const auto& cell = rows_[index].cells[place];
      if (!cell.empty() && cell != nothing) add_note(fmt::format("P{}", place), "", cell);
    }
  }

  void add_note(const std::string& lanes, const std::string& head, const TraceRow::Lines& lines) {
    std::string text = as_mermaid(head);
    for (const std::string& each : lines) {
      if (each.empty()) continue;
      text += (text.empty() ? "" : "<br/>") + as_mermaid(each);
    }
    line("Note over {}: {}", lanes, text);
  }

  void add_arrows(std::size_t index, int half) {
    for (const MessageArrow& arrow : arrows_) {
      if (arrow.end == MessageArrow::End::open || arrow.to.step != index || arrow.to.half != half) continue;
      add_arrow(arrow, arrow.end == MessageArrow::End::received ? "->>" : "-x");
    }
  }

  void add_arrow(const MessageArrow& arrow, std::string_view line_and_head) {
    const bool ends = arrow.end != MessageArrow::End::open;
    std::string text = as_mermaid(arrow.text);
    if (arrow.forged) text += " forged";
    if (arrow.copy) text += fmt::format(" doubled in step {}", *arrow.copy);
    if (arrow.late) text += " late";
    if (arrow.again) text += " again";
    if (const auto word = end_word(arrow.end); !word.empty()) text += fmt::format(" {}", word);
    if (!arrow.from) {
      line("Note over P{}: {}", arrow.to.place, text);
      return;
    }
    const std::string since = !ends || arrow.from->step != arrow.to.step
                                  ? fmt::format(", sent in {} {}", unit(), arrow.from->step)
                                  : "";
    const std::string when = ends && unit() == "step" ? fmt::format("step {}#58; ", arrow.to.step) : "";
    line("P{}{}P{}: {}{}{}", arrow.from->place, line_and_head, arrow.to.place, when, text, since);
  }

  std::string_view unit() const { return trace_.network == Network::rounds ? "round" : "step"; }

  inline static const TraceRow::Lines nothing{"·"};

  const Trace& trace_;
  const std::vector<MessageArrow> arrows_;
  const std::vector<TraceRow> rows_;
  std::string out_;
};

}  // namespace

std::string mermaid_of(const Trace& trace) { return MermaidDiagram(trace).text(); }

}  // namespace conclave
