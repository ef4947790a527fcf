#include "report/space_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <utility>

#include "report/markup.hpp"
#include "report/page_files.hpp"
#include "report/space_time_layout.hpp"
#include "report/trace_cells.hpp"
#include "report/words.hpp"

namespace conclave {
namespace {

using End = MessageArrow::End;

// A coordinate, to a tenth.
std::string coordinate(double value) { return fmt::format("{:g}", std::round(value * 10) / 10); }

class Drawing {
 public:
  Drawing(const Trace& trace, SvgUse use, TimeAxis axis)
      : trace_(trace), use_(use), axis_(axis), at_(trace, axis) {}

  std::string svg() {
    std::string body = bands() + lanes() + loop();
    for (std::size_t i = 0; i < at_.arrows().size(); ++i) body += arrow(i);
    body += events() + labels();
    const bool rounds = at_.rounds();
    const std::string title = fmt::format(
        "Space-time diagram of {}, {}", trace_.model,
        plural(std::to_string(trace_.steps()), rounds ? "round" : "step", rounds ? "rounds" : "steps"));
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"space-time{3}\" viewBox=\"0 0 {0} {1}\" "
               "width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n",
               coordinate(at_.width()), coordinate(at_.height()), as_markup(title),
               axis_ == TimeAxis::causal ? " causal" : "") +
           style() + body + "</svg>\n";
  }

 private:
  std::size_t n() const { return trace_.ids.size(); }

  std::string style() const {
    if (use_ == SvgUse::part_of_page) return "";
    // Not every program that shows SVG knows variables.
    static const std::regex variable("var\\(--[a-z]+, *([^)]*)\\)");
    return "<style>" + std::regex_replace(std::string(diagram_style), variable, "$1") +
           "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  }

  std::string text(double at_x, double at_y, const std::string& words, const std::string& look,
                   const std::string& of = "") const {
    return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\"{}>{}</text>\n", coordinate(at_x),
                       coordinate(at_y), look, of, as_markup(words));
  }
  static std::string of_place(int place) { return fmt::format(" data-p=\"{}\"", place); }
  static std::string of_message(const MessageArrow& arrow) {
    return of_place(arrow.to.place) + (arrow.from ? fmt::format(" data-q=\"{}\"", arrow.from->place) : "") +
           fmt::format(" data-k=\"{}\"", as_markup(arrow.kind()));
  }

  // The numbers of steps; a round is a band.
  std::string bands() const {
    std::string out = text(SpaceTimeLayout::left_margin - 14, 22, unit(), "number");
    const bool is_step = axis_ == TimeAxis::schedule;
    for (std::size_t index = 1; index <= at_.levels(); ++index) {
      const double top = at_.y_of_level(index) - 17;
      const double bottom = index < at_.levels() ? at_.y_of_level(index + 1) - 17 : at_.end_of_lanes() - 4;
      out += is_step ? fmt::format("<g class=\"row\" data-s=\"{}\">", index) : "<g>";
      out += fmt::format(
          "<rect class=\"band{3}\" x=\"30\" y=\"{0}\" width=\"{1}\" "
          "height=\"{2}\"/>",
          coordinate(top), coordinate(at_.width() - 34), coordinate(bottom - top - (at_.rounds() ? 5 : 0)),
          at_.rounds() ? " round" : "");
      out +=
          text(SpaceTimeLayout::left_margin - 14, at_.y_of_level(index) + 4, std::to_string(index), "number");
      out += "</g>\n";
    }
    return out;
  }

  std::string lanes() const {
    std::string out;
    for (std::size_t place = 0; place < n(); ++place) {
      const double at = at_.x(static_cast<int>(place));
      out += text(at, 22, lane_label(trace_, place), "lane-label", of_place(static_cast<int>(place)));
      double from = SpaceTimeLayout::top_margin - 14;
      for (std::size_t index = 0; index < trace_.states.size(); ++index) {
        const bool is_last = index + 1 == trace_.states.size();
        const std::string look = lane_look(index, place);
        if (!is_last && lane_look(index + 1, place) == look) continue;
        const double to = is_last ? at_.end_of_lanes() : at_.y(2 * (index + 1));
        out +=
            fmt::format("<path class=\"lane {}\"{} d=\"M{} {}V{}\"/>\n", look,
                        of_place(static_cast<int>(place)), coordinate(at), coordinate(from), coordinate(to));
        from = to;
      }
    }
    return out;
  }

  std::string lane_look(std::size_t state, std::size_t place) const {
    if (at_.is(state, place, "crashed")) return "crashed";
    if (at_.is(state, place, "byzantine")) return "byzantine";
    const Standing* now = at_.standing(state, place);
    return now == nullptr ? "awake" : now->halted ? "halted" : now->asleep ? "asleep" : "awake";
  }

  std::string loop() const {
    if (!trace_.loop || *trace_.loop + 1 >= trace_.states.size()) return "";
    double top = at_.end_of_lanes();
    for (std::size_t index = *trace_.loop + 1; index < trace_.states.size(); ++index)
      top = std::min(top, at_.y(2 * index) - 14);
    const double bottom = at_.end_of_lanes() - 8;
    return fmt::format("<path class=\"loop\" d=\"M26 {0}H18V{1}H26M14 {2}L18 {0}L22 {2}\"/>\n",
                       coordinate(top), coordinate(bottom), coordinate(top + 8)) +
           text(14, at_.end_of_lanes() + 10, repeats(), "loop-label");
  }

  std::string unit() const { return at_.rounds() ? "round" : axis_ == TimeAxis::causal ? "depth" : "step"; }

  std::string repeats() const {
    const std::size_t first = *trace_.loop + 1;
    const std::string unit = at_.rounds() ? "round" : "step";
    if (first == trace_.steps()) return fmt::format("⟲ {} {} repeats for ever", unit, first);
    return fmt::format("⟲ {}s {} to {} repeat for ever", unit, first, trace_.steps());
  }

  // Where an arrow ends, and from which side it comes.
  struct Tip {
    double x = 0, y = 0;
    bool reaches = true;
  };
  Tip tip(std::size_t i) const {
    const MessageArrow& arrow = at_.arrows()[i];
    const double lane = at_.x(arrow.to.place);
    const double side = comes_from_right(arrow) ? 12 : -10;
    if (arrow.end == End::open) return {lane + side, at_.open().at(i), false};
    if (arrow.end == End::received) return {lane, at_.y(arrow.to), true};
    return {lane + side, at_.y_of_line({SpaceTimeLayout::row(arrow.to), arrow.to.place}, at_.line_of(i)),
            false};
  }

  std::string arrow(std::size_t i) const {
    const MessageArrow& arrow = at_.arrows()[i];
    const Tip to = tip(i);
    double from_x = to.x - 30;
    double from_y = to.y - 22;
    if (arrow.from) from_x = at_.x(arrow.from->place), from_y = at_.y(*arrow.from);
    double dx = to.x - from_x;
    double dy = to.y - from_y;
    std::string path;
    const bool itself = arrow.from && arrow.from->place == arrow.to.place;
    const double way = bend(i, to);
    if (arrow.copy) {
      const double via_x = at_.x(arrow.to.place) - 16;
      const double via_y = at_.y(2 * *arrow.copy);
      path = fmt::format("M{} {}L{} {}L", coordinate(from_x), coordinate(from_y), coordinate(via_x),
                         coordinate(via_y));
      dx = to.x - via_x, dy = to.y - via_y;
    } else if (itself) {
      const double out = to.x - 26;
      path = fmt::format("M{} {}C{} {} {} {} ", coordinate(from_x), coordinate(from_y), coordinate(out),
                         coordinate(from_y + dy / 4), coordinate(out), coordinate(to.y - dy / 4));
      dx = 20, dy = std::max(dy / 4, 4.0);
    } else if (way != 0) {
      const double cx = from_x + dx / 2;
      const double cy = from_y + dy / 2 + way;
      path = fmt::format("M{} {}Q{} {} ", coordinate(from_x), coordinate(from_y), coordinate(cx),
                         coordinate(cy));
      dx = to.x - cx, dy = to.y - cy;
    } else {
      path = fmt::format("M{} {}L", coordinate(from_x), coordinate(from_y));
    }
    const double length = std::max(std::hypot(dx, dy), 1.0);
    const double back = to.reaches ? 6 : 0;
    const double tip_x = to.x - dx / length * back;
    const double tip_y = to.y - dy / length * back;
    path += fmt::format("{} {}", coordinate(tip_x), coordinate(tip_y));
    std::string out = fmt::format(
        "<g class=\"msg {}{}{}{}{}\"{}", end_class(arrow.end), arrow.copy ? " copy" : "",
        arrow.forged ? " forged" : "", arrow.late ? " late" : "",
        std::ranges::find(at_.chain(), i) == at_.chain().end() ? "" : " chain", of_message(arrow));
    if (arrow.from) out += fmt::format(" data-f=\"{}\"", at_.code(*arrow.from));
    if (arrow.end == End::received) out += fmt::format(" data-t=\"{}\"", at_.code(arrow.to));
    out += fmt::format("><title>{}</title><path d=\"{}\"/>", as_markup(full_label(arrow)), path);
    out += head(arrow.end, tip_x, tip_y, dx / length, dy / length);
    if (arrow.copy)
      out += fmt::format("<path class=\"double\" d=\"M{} {}l5 5l-5 5l-5 -5z\"/>",
                         coordinate(at_.x(arrow.to.place) - 16), coordinate(at_.y(2 * *arrow.copy) - 5));
    return out + "</g>\n";
  }

  std::string full_label(const MessageArrow& arrow) const {
    const std::string from = arrow.from ? std::to_string(arrow.from->place) : "?";
    return fmt::format("{} → {}: {} {}", from, arrow.to.place, arrow.text, end_word(arrow.end));
  }

  // How far an arrow bends: apart from those with the same ends, and round events of others on its way.
  double bend(std::size_t i, const Tip& to) const {
    const MessageArrow& arrow = at_.arrows()[i];
    if (!arrow.from) return 0;
    if (arrow.end == End::received) {
      int before = 0;
      for (std::size_t k = 0; k < i; ++k)
        before += at_.arrows()[k].end == End::received && at_.arrows()[k].from == arrow.from &&
                  at_.arrows()[k].to == arrow.to;
      if (before > 0) return before * 22.0;
    }
    for (const double way : {0.0, 36.0, -36.0, 64.0}) {
      if (is_free(*arrow.from, arrow.to.place, to, way)) return way;
    }
    return 0;
  }

  // Does the arrow pass the events of the lanes in between?
  bool is_free(const TracePoint& from, int place, const Tip& to, double way) const {
    if (at_.rounds()) return true;
    const auto [first, last] = std::minmax(from.place, place);
    for (int lane = first + 1; lane < last; ++lane) {
      const double part = (at_.x(lane) - at_.x(from.place)) / (to.x - at_.x(from.place));
      const double y = at_.y(from) + part * (to.y - at_.y(from)) + 2 * part * (1 - part) * way;
      for (std::size_t index = 1; index < trace_.states.size(); ++index) {
        if (at_.acts({index, lane, 0}) && std::abs(at_.y(2 * index) - y) < 9) return false;
      }
    }
    return true;
  }

  // An arrow's head, a cross for what is lost, a bar for what is in vain, a ring for what is still on its
  // way.
  static std::string head(End end, double at_x, double at_y, double dx, double dy) {
    const std::string at = fmt::format("M{} {}", coordinate(at_x), coordinate(at_y));
    if (end == End::received) {
      return fmt::format("<path class=\"head\" d=\"{}L{} {}L{} {}z\"/>", at,
                         coordinate(at_x - 8 * dx - 3.5 * dy), coordinate(at_y - 8 * dy + 3.5 * dx),
                         coordinate(at_x - 8 * dx + 3.5 * dy), coordinate(at_y - 8 * dy - 3.5 * dx));
    }
    if (end == End::open)
      return fmt::format("<circle class=\"ring\" cx=\"{}\" cy=\"{}\" r=\"3.5\"/>", coordinate(at_x),
                         coordinate(at_y));
    if (end_class(end) == "lost") return fmt::format("<path d=\"{}m-4 -4l8 8m0 -8l-8 8\"/>", at);
    return fmt::format("<path d=\"{}m0 -5v10\"/>", at);
  }

  std::string events() const {
    std::string out;
    for (std::size_t index = 1; index < trace_.states.size(); ++index) {
      const TraceStep& step = *trace_.states[index].step;
      if (step.is_round()) {
        for (std::size_t place = 0; place < n(); ++place) {
          if (!at_.is(index - 1, place, "crashed")) out += capsule(index, static_cast<int>(place));
        }
      } else if (at_.acts({index, step.process, 0})) {
        out += fmt::format("<g class=\"ev{}\" data-s=\"{}\" data-p=\"{}\">",
                           step.kind == Step::Kind::crash ? " crash" : "", index, step.process);
        const double at_x = at_.x(step.process);
        const double at_y = at_.y(2 * index);
        out += step.kind == Step::Kind::crash
                   ? fmt::format("<path d=\"M{} {}m-5 -5l10 10m0 -10l-10 10\"/>", coordinate(at_x),
                                 coordinate(at_y))
                   : fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"5\"/>", coordinate(at_x), coordinate(at_y));
        out += "</g>\n";
      }
    }
    return out;
  }

  std::string capsule(std::size_t index, int place) const {
    const double top = at_.y(2 * index) - 5;
    return fmt::format(
        "<g class=\"ev\" data-s=\"{}\" data-p=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"10\" height=\"{}\" "
        "rx=\"5\"/></g>\n",
        index, place, coordinate(at_.x(place) - 5), coordinate(top),
        coordinate(at_.y(2 * index + 1) + 5 - top));
  }

  std::string labels() const {
    std::string out;
    const auto write = [&](int place, double y, const std::string& words, const std::string& look, bool moved,
                           const std::string& of) {
      out += text(at_.x(place) + (moved ? 19 : 9), y + 4, words, "label " + look, of);
    };
    for (const auto& [key, lines] : at_.beside()) {
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& [words, look, from_right, of] = lines[i];
        if (words.empty()) continue;
        write(key.second, at_.y_of_line(key, i), words, look, from_right && look != "got",
              of ? of_message(at_.arrows()[*of]) : of_place(key.second));
      }
    }
    for (const auto& [i, y] : at_.open()) {
      const MessageArrow& arrow = at_.arrows()[i];
      write(arrow.to.place, y, label_of(arrow), "open", comes_from_right(arrow), of_message(arrow));
    }
    return out;
  }

  const Trace& trace_;
  const SvgUse use_;
  const TimeAxis axis_;
  const SpaceTimeLayout at_;
};

}  // namespace

std::string longest_chain_of(const Trace& trace) {
  const SpaceTimeLayout layout(trace);
  const auto& chain = layout.chain();
  if (chain.empty()) return "No message is received.";
  const auto& arrows = layout.arrows();
  std::string places = std::to_string(arrows[chain.front()].from->place);
  for (const std::size_t i : chain) places += fmt::format(" → {}", arrows[i].to.place);
  return fmt::format("Longest causal chain: {} ({}){}.",
                     plural(std::to_string(chain.size()), "message", "messages"), places,
                     layout.rounds() ? "" : ", drawn thick in causal time");
}

std::string space_time_svg(const Trace& trace, SvgUse use, TimeAxis axis) {
  return Drawing(trace, use, axis).svg();
}

}  // namespace conclave
