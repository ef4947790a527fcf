#include "report/space_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <utility>

#include "report/markup.hpp"
#include "report/page_files.hpp"
#include "report/space_time_layout.hpp"
#include "report/words.hpp"

namespace conclave {
namespace {

using End = MessageArrow::End;

// A coordinate, to a tenth.
std::string coordinate(double value) { return fmt::format("{:g}", std::round(value * 10) / 10); }

class Drawing {
 public:
  Drawing(const Trace& trace, SvgUse use) : trace_(trace), use_(use), at_(trace) {}

  std::string svg() {
    std::string body = bands() + lanes() + loop();
    for (std::size_t i = 0; i < at_.arrows().size(); ++i) body += arrow(i);
    body += events() + labels();
    const bool rounds = at_.rounds();
    const std::string title = fmt::format(
        "Space-time diagram of {}, {}", trace_.model,
        plural(std::to_string(trace_.steps()), rounds ? "round" : "step", rounds ? "rounds" : "steps"));
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"space-time\" viewBox=\"0 0 {0} {1}\" "
               "width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n",
               coordinate(at_.width()), coordinate(at_.height()), as_markup(title)) +
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

  std::string text(double at_x, double at_y, const std::string& words, const std::string& look) const {
    return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", coordinate(at_x), coordinate(at_y),
                       look, as_markup(words));
  }

  // The numbers of steps; a round is a band.
  std::string bands() const {
    std::string out;
    for (std::size_t index = 1; index < trace_.states.size(); ++index) {
      const double top = at_.y(2 * index) - 17;
      const double bottom =
          index + 1 < trace_.states.size() ? at_.y(2 * index + 2) - 17 : at_.end_of_lanes() - 4;
      out += fmt::format(
          "<g class=\"row\" data-s=\"{0}\"><rect class=\"band{4}\" x=\"30\" y=\"{1}\" width=\"{2}\" "
          "height=\"{3}\"/>",
          index, coordinate(top), coordinate(at_.width() - 34),
          coordinate(bottom - top - (at_.rounds() ? 5 : 0)), at_.rounds() ? " round" : "");
      out += text(SpaceTimeLayout::left_margin - 14, at_.y(2 * index) + 4,
                  at_.rounds() ? fmt::format("round {}", index) : std::to_string(index), "number");
      out += "</g>\n";
    }
    return out;
  }

  std::string lanes() const {
    std::string out;
    for (std::size_t place = 0; place < n(); ++place) {
      const double at = at_.x(static_cast<int>(place));
      out += text(at, 22, lane_label(trace_, place), "lane-label");
      double from = SpaceTimeLayout::top_margin - 14;
      for (std::size_t index = 0; index < trace_.states.size(); ++index) {
        const bool is_last = index + 1 == trace_.states.size();
        const double to = is_last ? at_.end_of_lanes() : at_.y(2 * (index + 1));
        out += fmt::format("<path class=\"lane {}\" d=\"M{} {}V{}\"/>\n", lane_look(index, place),
                           coordinate(at), coordinate(from), coordinate(to));
        from = to;
      }
    }
    return merged(out);
  }

  // Consecutive pieces of a lane that look the same are one.
  static std::string merged(const std::string& pieces) {
    static const std::regex piece("<path class=\"(lane [a-z]+)\" d=\"M([0-9.]+) ([0-9.]+)V([0-9.]+)\"/>\n");
    std::string out;
    std::string look, at, to;
    auto begin = pieces.cbegin();
    std::smatch found;
    while (std::regex_search(begin, pieces.cend(), found, piece)) {
      out.append(begin, begin + found.position());
      if (found.position() == 0 && found[1] == look && found[2] == at) {
        out.erase(out.size() - to.size() - 4);  // V<to>"/>\n
        out += found[4].str() + "\"/>\n";
      } else {
        out += found.str();
      }
      look = found[1], at = found[2], to = found[4];
      begin = found.suffix().first;
    }
    out.append(begin, pieces.cend());
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
    const double top = at_.y(2 * (*trace_.loop + 1)) - 14;
    const double bottom = at_.end_of_lanes() - 8;
    return fmt::format("<path class=\"loop\" d=\"M26 {0}H18V{1}H26M14 {2}L18 {0}L22 {2}\"/>\n",
                       coordinate(top), coordinate(bottom), coordinate(top + 8)) +
           fmt::format(
               "<text class=\"loop-label\" transform=\"translate(12 {}) rotate(-90)\">repeats for "
               "ever</text>\n",
               coordinate((top + bottom) / 2));
  }

  // Where an arrow ends, and from which side it comes.
  struct Tip {
    double x = 0, y = 0;
    bool reaches = true;
  };
  Tip tip(std::size_t i) const {
    const MessageArrow& arrow = at_.arrows()[i];
    const double lane = at_.x(arrow.to.place);
    if (arrow.end == End::open) return {lane - 10, at_.open().at(i), false};
    if (arrow.end == End::received) return {lane, at_.y(arrow.to), true};
    const double lower = SpaceTimeLayout::line_height * static_cast<double>(at_.line_of(i));
    return {lane - 10, at_.y(arrow.to) + lower, false};
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
    const double twins = beside_twin(i);
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
    } else if (twins != 0) {
      const double cx = from_x + dx / 2;
      const double cy = from_y + dy / 2 + twins;
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
    std::string out =
        fmt::format("<g class=\"msg {}{}{}{}\"", end_class(arrow.end), arrow.copy ? " copy" : "",
                    arrow.forged ? " forged" : "", arrow.late ? " late" : "");
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

  // Arrows with the same ends bend apart.
  double beside_twin(std::size_t i) const {
    const MessageArrow& arrow = at_.arrows()[i];
    if (arrow.end != End::received || !arrow.from) return 0;
    int before = 0;
    for (std::size_t k = 0; k < i; ++k)
      before += at_.arrows()[k].end == End::received && at_.arrows()[k].from == arrow.from &&
                at_.arrows()[k].to == arrow.to;
    return before * 22.0;
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
    for (const auto& [key, lines] : at_.beside()) {
      double at = at_.y(key.first) + 4;
      for (const auto& line : lines) {
        if (!line.text.empty()) out += text(at_.x(key.second) + 9, at, line.text, "label " + line.look);
        at += SpaceTimeLayout::line_height;
      }
    }
    for (const auto& [i, y] : at_.open())
      out += text(at_.x(at_.arrows()[i].to.place) + 9, y + 4, label_of(at_.arrows()[i]), "label open");
    return out;
  }

  const Trace& trace_;
  const SvgUse use_;
  const SpaceTimeLayout at_;
};

}  // namespace

std::string lane_label(const Trace& trace, std::size_t place) {
  return fmt::format("{} · id {}", place, trace.ids[place]);
}

std::string space_time_svg(const Trace& trace, SvgUse use) { return Drawing(trace, use).svg(); }

}  // namespace conclave
