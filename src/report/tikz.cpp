#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/diagram.hpp"
#include "report/pictures.hpp"
#include "report/space_time_layout.hpp"
#include "report/spelling.hpp"
#include "report/trace_cells.hpp"
#include "trace/again.hpp"

namespace conclave {
namespace {

constexpr const char* tikz_styles =
    "  font=\\ttfamily\\fontsize{7}{8}\\selectfont, line width=0.5pt, >=stealth,\n"
    "  lane/.style={draw=black!50}, asleep/.style={dash pattern=on 0.6pt off 3pt},\n"
    "  halted/.style={line width=1.6pt, dash pattern=on 6pt off 2pt},\n"
    "  byzantine/.style={dash pattern=on 5pt off 2pt on 1pt off 2pt}, awake/.style={}, "
    "crashed/.style={draw=none},\n"
    "  words/.style={anchor=west, inner sep=1pt, fill=white, fill opacity=0.8, text opacity=1},\n"
    "  event words/.style={words, font=\\ttfamily\\bfseries\\fontsize{7}{8}\\selectfont},\n"
    "  got/.style={draw=blue!60!black}, open/.style={got, dashed}, lost/.style={draw=red!70!black},\n"
    "  vain/.style={lost}, late/.style={dash pattern=on 6pt off 3pt}, copy/.style={densely dashed},\n"
    "  forged/.style={dash pattern=on 6pt off 2pt on 1pt off 2pt}";

// The page is as large as the picture: no package is needed for that.
constexpr const char* tikz_end =
    "\\end{tikzpicture}}\n"
    "\\pdfpagewidth=\\dimexpr\\wd0+8mm\\relax\n"
    "\\pdfpageheight=\\dimexpr\\ht0+\\dp0+8mm\\relax\n"
    "\\hoffset=\\dimexpr4mm-1in\\relax\n"
    "\\voffset=\\dimexpr4mm-1in\\relax\n"
    "\\shipout\\box0\n"
    "\\end{document}\n";

class TikzDrawing {
 public:
  explicit TikzDrawing(const Trace& trace) : trace_(trace), at_(trace) {
    // TeX has no longer lengths, and viewers no larger pages.
    constexpr double longest = 14000;
    unit_ = std::min({0.75, longest / at_.height(), longest / at_.width()});
  }

  std::string document() {
    out_ = fmt::format(
        "% {}\n% For pdflatex; what stands between begin and end of tikzpicture can go into a document of "
        "yours.\n"
        "\\documentclass{{article}}\n\\usepackage{{tikz}}\n\\begin{{document}}\n\\setbox0=\\hbox{{%\n"
        "\\begin{{tikzpicture}}[\n{}]\n",
        on_one_line(again(trace_)), tikz_styles);
    add_steps();
    add_lanes();
    add_loop();
    for (std::size_t i = 0; i < at_.arrows().size(); ++i) add_arrow(i);
    add_events();
    add_words();
    return out_ + tikz_end;
  }

 private:
  std::string point(double x, double y) const {
    return fmt::format("({:.1f}pt,{:.1f}pt)", x * unit_, -y * unit_);
  }
  void node(double x, double y, std::string_view look, const std::string& text) {
    out_ += fmt::format("\\node[{}] at {} {{{}}};\n", look, point(x, y), as_tex(text));
  }

  void add_steps() {
    const double x = SpaceTimeLayout::left_margin - 14;
    node(x, 22, "anchor=east", at_.rounds() ? "round" : "step");
    for (std::size_t index = 1; index < trace_.states.size(); ++index)
      node(x, at_.y(2 * index), "anchor=east", std::to_string(index));
  }

  std::string_view look_of_lane(std::size_t state, std::size_t place) const {
    if (at_.is(state, place, "crashed")) return "crashed";
    if (at_.is(state, place, "byzantine")) return "byzantine";
    const Standing* now = at_.standing(state, place);
    return now == nullptr ? "awake" : now->halted ? "halted" : now->asleep ? "asleep" : "awake";
  }

  void add_lanes() {
    for (std::size_t place = 0; place < trace_.ids.size(); ++place) {
      const double x = at_.x(static_cast<int>(place));
      node(x, 22, "font=\\ttfamily\\bfseries\\fontsize{8}{9}\\selectfont", lane_label(trace_, place));
      double from = SpaceTimeLayout::top_margin - 14;
      for (std::size_t state = 0; state < trace_.states.size(); ++state) {
        const bool is_last = state + 1 == trace_.states.size();
        const std::string_view look = look_of_lane(state, place);
        if (!is_last && look_of_lane(state + 1, place) == look) continue;
        const double to = is_last ? at_.end_of_lanes() : at_.y(2 * (state + 1));
        out_ += fmt::format("\\draw[lane,{}] {} -- {};\n", look, point(x, from), point(x, to));
        from = to;
      }
    }
  }

  void add_loop() {
    if (!trace_.loop || *trace_.loop + 1 >= trace_.states.size()) return;
    const double top = at_.y(2 * (*trace_.loop + 1)) - 10;
    const double bottom = at_.end_of_lanes() - 8;
    out_ += fmt::format("\\draw[->] {} -- {} -- {} -- {};\n", point(26, bottom), point(18, bottom),
                        point(18, top), point(26, top));
    node(18, bottom + 10, "event words", "repeats for ever");
  }

  // Where an arrow ends: at an event, or beside the lane of the process that it does not reach.
  std::pair<double, double> tip(std::size_t i) const {
    const MessageArrow& arrow = at_.arrows()[i];
    const double x = at_.x(arrow.to.place);
    if (arrow.end == MessageArrow::End::received) return {x, at_.y(arrow.to)};
    const double beside = x + (comes_from_right(arrow) ? 12 : -10);
    if (arrow.end == MessageArrow::End::open) return {beside, at_.open().at(i)};
    return {beside, at_.y_of_line({SpaceTimeLayout::row(arrow.to), arrow.to.place}, at_.line_of(i))};
  }

  void add_arrow(std::size_t i) {
    const MessageArrow& arrow = at_.arrows()[i];
    const auto [x, y] = tip(i);
    const bool arrives = arrow.end == MessageArrow::End::received;
    std::string look(end_class(arrow.end));
    if (arrives) look += ",->,shorten >=2pt";
    if (arrow.late) look += ",late";
    if (arrow.copy) look += ",copy";
    if (arrow.forged) look += ",forged";
    const double from_x = arrow.from ? at_.x(arrow.from->place) : x - 30;
    const double from_y = arrow.from ? at_.y(*arrow.from) : y - 22;
    std::string way = " -- ";
    if (arrow.copy) {
      way = fmt::format(" -- {} -- ", point(at_.x(arrow.to.place) - 16, at_.y(2 * *arrow.copy)));
    } else if (arrow.from && arrow.from->place == arrow.to.place) {
      way = fmt::format(" .. controls {} and {} .. ", point(from_x - 26, from_y + (y - from_y) / 4),
                        point(from_x - 26, y - (y - from_y) / 4));
    } else if (const int before = like_it(i); before > 0) {
      way = fmt::format(" to[bend left={}] ", 12 * before);
    }
    const std::string_view end = arrives ? ""
                                 : arrow.end == MessageArrow::End::open
                                     ? " node[draw,circle,solid,inner sep=1.2pt,fill=white] {}"
                                 : end_class(arrow.end) == "lost" ? " node {$\\times$}"
                                                                  : " node {$\\vert$}";
    out_ += fmt::format("\\draw[{}] {}{}{}{};\n", look, point(from_x, from_y), way, point(x, y), end);
  }

  // How many arrows before this one lead from the same event to the same one.
  int like_it(std::size_t i) const {
    const auto& all = at_.arrows();
    int before = 0;
    for (std::size_t k = 0; k < i; ++k)
      before += all[k].from == all[i].from && all[k].to == all[i].to && all[k].end == all[i].end;
    return before;
  }

  void add_events() {
    for (std::size_t index = 1; index < trace_.states.size(); ++index) {
      const TraceStep& step = *trace_.states[index].step;
      for (std::size_t place = 0; step.is_round() && place < trace_.ids.size(); ++place) {
        const double x = at_.x(static_cast<int>(place));
        if (!at_.is(index - 1, place, "crashed"))
          out_ += fmt::format("\\draw[line width=4pt,line cap=round] {} -- {};\n", point(x, at_.y(2 * index)),
                              point(x, at_.y(2 * index + 1)));
      }
      if (step.is_round() || !at_.acts({index, step.process, 0})) continue;
      out_ += fmt::format("\\fill {} circle[radius=2.2pt];\n", point(at_.x(step.process), at_.y(2 * index)));
    }
  }

  void add_words() {
    for (const auto& [key, lines] : at_.beside()) {
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const SpaceTimeLayout::Beside& line = lines[i];
        if (line.text.empty()) continue;
        const double beside = line.from_right && line.look != "got" ? 19 : 9;
        node(at_.x(key.second) + beside, at_.y_of_line(key, i), line.look == "mark" ? "event words" : "words",
             line.text);
      }
    }
    for (const auto& [i, y] : at_.open()) {
      const MessageArrow& arrow = at_.arrows()[i];
      node(at_.x(arrow.to.place) + (comes_from_right(arrow) ? 19 : 9), y, "words", label_of(arrow));
    }
  }

  const Trace& trace_;
  const SpaceTimeLayout at_;
  double unit_ = 1;  // points of TeX for one of the layout
  std::string out_;
};

}  // namespace

std::string tikz_of(const Trace& trace) { return TikzDrawing(trace).document(); }

}  // namespace conclave
