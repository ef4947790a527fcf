#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "report/diagram.hpp"
#include "report/pictures.hpp"
#include "report/space_time_layout.hpp"
#include "report/spelling.hpp"
#include "report/trace_cells.hpp"

namespace conclave {
namespace {

constexpr const char* regular_expression = "(?<host>\\S*) (?<clock>{.*})\\n(?<event>.*)";
constexpr const char* network_host = "network";  // it loses messages and doubles them

// Every event has a vector clock. An event is what one process does in one half of a step; what happens to a
// message on its way is an event of the network.
class ShivizLog {
 public:
  explicit ShivizLog(const Trace& trace)
      : trace_(trace), arrows_(arrows_of(trace)), rows_(events_of(trace)) {}

  std::string text() {
    out_ = std::string(regular_expression) + "\n\n";
    for (std::size_t index = 1; index < trace_.states.size(); ++index) {
      const TraceStep& step = *trace_.states[index].step;
      if (step.is_round()) {
        for (const int half : {0, 1}) {
          for (int place = 0; place < static_cast<int>(trace_.ids.size()); ++place)
            add_event({index, place, half});
        }
      } else {
        add_fate(index, step);
      }
    }
    return out_;
  }

 private:
  using Clock = std::map<std::string, std::size_t>;

  std::string host(int place) const {
    if (trace_.anonymous) return std::to_string(place);
    return fmt::format("{}-id{}", place, trace_.ids[static_cast<std::size_t>(place)]);
  }

  void add_fate(std::size_t index, const TraceStep& step) {
    using enum Step::Kind;
    if (step.kind != lose && step.kind != duplicate && step.kind != miss)
      return add_event({index, step.process, 0});
    for (const MessageArrow& arrow : arrows_) {
      const bool doubled = arrow.copy == index;
      const bool ends = arrow.end != MessageArrow::End::open && arrow.end != MessageArrow::End::received &&
                        arrow.to.step == index;
      if (!doubled && !ends) continue;
      Clock after;
      if (arrow.from) after = clocks_[key(*arrow.from)];
      const Clock clock = tick(network_host, after);
      if (doubled) copies_[index] = clock;
      write(network_host, clock,
            fmt::format("step {}: {} to {} is {}", index, arrow.text, arrow.to.place,
                        doubled ? "doubled" : end_word(arrow.end)));
    }
  }

  void add_event(const TracePoint& at) {
    const bool round = trace_.network == Network::rounds;
    std::string words;
    const auto add = [&words](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
    Clock after;
    bool meets = false;
    for (const MessageArrow& arrow : arrows_) {
      if (arrow.end == MessageArrow::End::received && arrow.to == at) {
        const Clock& sent = arrow.copy   ? copies_[*arrow.copy]
                            : arrow.from ? clocks_[key(*arrow.from)]
                                         : after;
        for (const auto& [host, events] : sent) after[host] = std::max(after[host], events);
        add(fmt::format("receives {}{}{}", arrow.text,
                        arrow.from ? fmt::format(" of {}", arrow.from->place) : "",
                        arrow.again ? " again" : ""));
        meets = true;
      }
    }
    const TraceRow& row = rows_[at.step];
    const auto place = static_cast<std::size_t>(at.place);
    if (!round && trace_.states[at.step].step->kind != Step::Kind::deliver) {
      for (const std::string& event : row.events) add(event);
    }
    for (const RoundEvent::Kind kind :
         {RoundEvent::Kind::start, RoundEvent::Kind::crash, RoundEvent::Kind::recover}) {
      for (const TraceEvent& event : trace_.states[at.step].step->events) {
        if (at.half == 0 && event.process == at.place && event.kind == kind)
          add(kind == RoundEvent::Kind::start   ? "starts"
              : kind == RoundEvent::Kind::crash ? "crashes"
                                                : "is back");
      }
    }
    for (const MessageArrow& arrow : arrows_) {
      if (!arrow.from || *arrow.from != at || arrow.copy || arrow.again) continue;
      const auto end = end_word(arrow.end);
      add(fmt::format("{} {} to {}{}", arrow.forged ? "forges" : "sends", arrow.text, arrow.to.place,
                      end.empty() ? "" : fmt::format(" ({})", end)));
      meets = true;
    }
    if (!round || (at.half == 1 && !row.cells[place].empty())) {
      for (const std::string& line : row.cells[place]) {
        if (line != "·" && !tells_of_message(line)) add(line);
      }
    }
    if (round && words.empty() && !meets) return;  // it only waits
    if (words.empty()) words = "nothing changes";
    clocks_[key(at)] = tick(host(at.place), after);
    write(host(at.place), clocks_[key(at)],
          fmt::format("{} {}: {}", round ? "round" : "step", at.step, words));
  }

  // The arrows have told it already.
  static bool tells_of_message(const std::string& line) {
    for (const char* verb : {"sends ⟨", "forges ⟨", "gets ⟨", "takes ⟨"}) {
      if (line.starts_with(verb)) return true;
    }
    return false;
  }

  std::size_t key(const TracePoint& at) const {
    return SpaceTimeLayout::row(at) * trace_.ids.size() + static_cast<std::size_t>(at.place);
  }

  // The clock of the next event at a host, after what it has seen itself and what it learns there.
  Clock tick(const std::string& host, const Clock& learnt) {
    Clock& now = now_[host];
    for (const auto& [other, events] : learnt) now[other] = std::max(now[other], events);
    ++now[host];
    return now;
  }

  void write(const std::string& host, const Clock& clock, const std::string& event) {
    std::string text;
    for (const auto& [other, events] : clock)
      text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ", ", other, events);
    out_ += fmt::format("{} {{{}}}\n{}\n", host, text, on_one_line(event));
  }

  const Trace& trace_;
  const std::vector<MessageArrow> arrows_;
  const std::vector<TraceRow> rows_;
  std::map<std::string, Clock> now_;     // by host
  std::map<std::size_t, Clock> clocks_;  // by event
  std::map<std::size_t, Clock> copies_;  // by step that doubles a message
  std::string out_;
};

}  // namespace

std::string shiviz_of(const Trace& trace) { return ShivizLog(trace).text(); }

}  // namespace conclave
