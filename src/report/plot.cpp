#include "report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace conclave {
namespace {

// Lengths are in pixels.
constexpr double margin = 28, gap = 36, left = 62, below = 56, line_height = 24;
constexpr double text_size = 17, title_size = 26, heading_size = 20, footer_size = 14;
constexpr double sample = 46;  // of a line, in the legend
// The letters of the first three are equally wide, so it does not matter which of them a reader has.
constexpr std::string_view fonts = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
constexpr std::string_view ink = "#111", accent = "#0b4f8a", grid = "#dcdcdc", wrong = "#a3180f";
constexpr std::array<std::string_view, 6> dashes{"9 5", "2 4", "15 4 2 4", "none", "6 3 2 3 2 3", "22 6"};

// Rounds to a tenth of a pixel. The addition makes 0 of -0.
std::string px(double x) { return fmt::format("{}", std::round(x * 10) / 10 + 0.0); }

bool known(const std::optional<double>& value) { return value && std::isfinite(*value); }

std::string escaped(std::string_view text) {
  std::string out;
  for (const char& c : text) {
    const bool control = static_cast<unsigned char>(c) < ' ';  // XML has none
    out += c == '&'   ? "&amp;"
           : c == '<' ? "&lt;"
           : c == '>' ? "&gt;"
           : control  ? " "
                      : std::string_view(&c, 1);
  }
  return out;
}

// The width is about that of Helvetica, which is good enough to break lines.
double width_of(std::string_view text, double size) {
  double em = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80) continue;  // inside a UTF-8 character
    const bool narrow = std::string_view(" .,:;'|!()[]/-fijlrt").find(c) != std::string_view::npos;
    const bool wide =
        (c >= 'A' && c <= 'Z') || std::string_view("mw%@+=<>").find(c) != std::string_view::npos;
    em += narrow ? 0.31 : wide ? 0.74 : 0.57;
  }
  return em * size;
}

// Breaks lines at spaces, and inside a word only if the word is longer than a line.
std::vector<std::string> wrapped(std::string_view text, double width, double size) {
  std::vector<std::string> lines;
  std::string line;
  for (const char c : text) {
    const bool starts = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (starts && c != ' ' && !line.empty() && width_of(line + c, size) > width) {
      const std::size_t space = line.rfind(' ');
      lines.push_back(line.substr(0, space));
      line = space == std::string::npos ? "" : line.substr(space + 1);
    }
    line += c;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

std::string text(double x, double y, std::string_view words, std::string_view attributes = "") {
  return fmt::format("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", px(x), px(y), attributes.empty() ? "" : " ",
                     attributes, escaped(words));
}

// Lines under each other, the first at y.
std::string paragraph(double x, double y, const std::vector<std::string>& lines, double size,
                      std::string_view attributes = "") {
  std::string out;
  for (const auto& line : lines) {
    out += text(x, y, line, fmt::format("font-size=\"{}\" {}", size, attributes));
    y += size * 1.3;
  }
  return out;
}

// The smallest number that is 1, 2 or 5 times a power of ten and not below `least`.
double nice(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double digit : {1, 2, 5}) {
    if (digit * power >= least * (1 - 1e-9)) return digit * power;
  }
  return 10 * power;
}

// Writes 250000 as "250k" if the axis ends at a number of that size.
std::string amount(double value, double end) {
  static constexpr std::array<std::pair<double, char>, 3> units{{{1e9, 'G'}, {1e6, 'M'}, {1e4, 'k'}}};
  for (const auto& [from, unit] : units) {
    const double divisor = unit == 'k' ? 1e3 : from;
    if (end >= from && end < 1e13) return value == 0 ? "0" : fmt::format("{:.6g}{}", value / divisor, unit);
  }
  return fmt::format("{:.6g}", value);
}

// The axes reach from the first n to the last, and from the lowest value to the highest.
struct Axes {
  int first = 0, last = 0;
  double low = 0, high = 0, step = 1;
  bool empty = true;  // there is nothing to show

  explicit Axes(const Panel& panel) {
    if (panel.n.empty()) return;
    first = panel.n.front(), last = panel.n.back();
    for (const Series& series : panel.series) {
      for (const auto& value : series.values) {
        if (!known(value)) continue;
        low = std::min(low, *value), high = std::max(high, *value);
        empty = false;
      }
    }
    const double most = high > 0 ? 2 * high : INFINITY;
    for (const Curve& curve : panel.curves) {
      double top = 0;
      for (const auto& [n, value] : curve.points) {
        if (!std::isfinite(value) || n < first || n > last) continue;
        top = std::max(top, value);
        empty = false;
      }
      if (top <= most) high = std::max(high, top);
    }
    if (high == low) high = low + 1;
    step = nice((high - low) / 6);
    if (panel.whole) step = std::max(1.0, step);
    low = std::floor(low / step) * step;
    const double range = high - low;
    high = low + std::clamp(std::ceil(range / step) * step, 1.06 * range, 1.15 * range);
  }

  bool shows(const std::pair<double, double>& point) const {
    return point.first >= first && point.first <= last && point.second >= low && point.second <= high;
  }
};

std::string marker(Series::Kind kind, double x, double y) {
  if (kind == Series::Kind::mean)
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4.5\"/>\n", px(x), px(y));
  // The triangles point apart: where min, mean and max are one value, they make a star with a dot in it.
  const double r = kind == Series::Kind::max ? -11 : 11;
  return fmt::format("<path d=\"M{} {}L{} {}L{} {}Z\"/>\n", px(x), px(y + r), px(x - 0.866 * r),
                     px(y - r / 2), px(x + 0.866 * r), px(y - r / 2));
}

// What a marker stands for; around the marker there is more to point at than its lines.
std::string told(const std::string& marker, double x, double y, const std::string& words) {
  return fmt::format(
      "<g>\n<title>{}</title>\n<circle cx=\"{}\" cy=\"{}\" r=\"14\" stroke=\"none\" "
      "fill-opacity=\"0\" pointer-events=\"all\"/>\n{}</g>\n",
      escaped(words), px(x), px(y), marker);
}

std::string cross(double x, double y) {
  return fmt::format("<path d=\"M{} {}l14 14m0 -14l-14 14\" stroke=\"{}\" stroke-width=\"3.5\"/>\n",
                     px(x - 7), px(y - 7), wrong);
}

std::string group(std::string_view attributes, const std::string& content) {
  return content.empty() ? "" : fmt::format("<g {}>\n{}</g>\n", attributes, content);
}

std::string look(Series::Kind kind) {
  return kind == Series::Kind::mean ? fmt::format("fill=\"{}\"", ink)
                                    : fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", ink);
}

std::string look(std::size_t curve) {
  return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"", accent,
                     dashes[curve % dashes.size()]);
}

// One panel. Its point (0, 0) is the top left corner of the area inside the axes.
struct Plot {
  const Panel& panel;
  double width = 0, height = 0;
  Axes axes{panel};
  std::vector<std::string> heading = wrapped(panel.title, width, heading_size * 1.06);  // bold is wider
  std::vector<std::string> label = wrapped(panel.y_label, width, text_size);

  double x(double n) const {
    constexpr double inset = 34;
    if (axes.first == axes.last) return width / 2;
    return inset + (n - axes.first) / (axes.last - axes.first) * (width - 2 * inset);
  }
  double y(double value) const { return height * (axes.high - value) / (axes.high - axes.low); }

  std::string frame() const {
    std::string lines, numbers;
    const int every = std::max(1, static_cast<int>(nice((axes.last - axes.first) / 12.0)));
    for (int n = axes.first; n <= axes.last; ++n) {
      if (n % every != 0) continue;
      lines += fmt::format("M{} 0V{}", px(x(n)), px(height));
      numbers += text(x(n), height + 24, std::to_string(n), "text-anchor=\"middle\"");
    }
    for (int i = 0; axes.low + i * axes.step <= axes.high; ++i) {
      const double value = axes.low + i * axes.step;
      lines += fmt::format("M0 {}H{}", px(y(value)), px(width));
      numbers += text(-9, y(value) + 6, amount(value, axes.high), "text-anchor=\"end\"");
    }
    return fmt::format("<path d=\"{}\" stroke=\"{}\"/>\n", lines, grid) + numbers +
           text(width / 2, height + 48, panel.x_label, "text-anchor=\"middle\"") +
           fmt::format("<path d=\"M0 0V{}H{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
                       px(height), px(width), ink);
  }

  std::string series() const {
    std::string lines, markers;
    for (const Series& series : panel.series) {
      std::string path, of;
      bool joined = false;
      for (std::size_t i = 0; i < std::min(panel.n.size(), series.values.size()); ++i) {
        const auto& value = series.values[i];
        if (known(value)) {
          path += fmt::format("{}{} {}", joined ? "L" : "M", px(x(panel.n[i])), px(y(*value)));
          of += told(marker(series.kind, x(panel.n[i]), y(*value)), x(panel.n[i]), y(*value), figures_at(i));
        }
        joined = known(value);
      }
      if (!path.empty()) lines += fmt::format("<path d=\"{}\"/>\n", path);
      markers += group(look(series.kind), of);
    }
    return group("fill=\"none\" stroke=\"#c4c4c4\" stroke-width=\"5\" stroke-linejoin=\"round\"", lines) +
           curves() + crosses() + markers;
  }

  // All figures and claims at one n, because several markers may lie over one another.
  std::string figures_at(std::size_t i) const {
    std::string text = fmt::format("{} = {}", panel.x_name, panel.n[i]);
    for (const Series& series : panel.series) {
      const bool has = i < series.values.size() && known(series.values[i]);
      text += fmt::format("; {}: {}", series.name, has ? fmt::format("{:.10g}", *series.values[i]) : "none");
    }
    for (const Curve& curve : panel.curves) {
      for (const auto& [n, value] : curve.points) {
        if (n == panel.n[i])
          text += fmt::format("; {}: {:.10g}{}", curve.name, value,
                              breaks(curve, panel.n[i]) ? " ✗ violated" : "");
      }
    }
    return text;
  }

  static bool breaks(const Curve& curve, int n) {
    return std::ranges::find(curve.violated, n) != curve.violated.end();
  }

  std::string crosses() const {
    std::string out;
    for (const Curve& curve : panel.curves) {
      for (const auto& point : curve.points) {
        if (breaks(curve, static_cast<int>(point.first)) && axes.shows(point))
          out += cross(x(point.first), y(point.second));
      }
    }
    return out;
  }

  std::string curves() const {
    std::string lines;
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
      std::string path;
      for (const auto& [n, value] : panel.curves[k].points) {
        if (std::isfinite(value))
          path += fmt::format("{}{} {}", path.empty() ? "M" : "L", px(x(n)), px(y(value)));
        // A path of a single point would not be seen, so it becomes a short line.
        if (axes.first == axes.last) path = fmt::format("M{} {}h60", px(x(n) - 30), px(y(value)));
      }
      if (!path.empty()) lines += fmt::format("<path d=\"{}\" {}/>\n", path, look(k));
    }
    return group(fmt::format("clip-path=\"url(#plot{})\"", width), lines);
  }

  std::string header() const {
    const double lines = static_cast<double>(label.size());
    const double y = -14 - (lines - 1) * 1.3 * text_size;
    return paragraph(-left + 16, y - 10 - static_cast<double>(heading.size()) * 1.3 * heading_size + 4,
                     heading, heading_size, "font-weight=\"bold\"") +
           paragraph(-left + 16, y, label, text_size);
  }
  double above() const {
    return 24 + static_cast<double>(label.size()) * 1.3 * text_size +
           static_cast<double>(heading.size()) * 1.3 * heading_size;
  }

  // The names stand in rows under the plot; those of formulas begin a new row. `y` ends under the last row.
  std::string legend(double& y) const {
    std::string out;
    double x = 0;
    const auto place = [&](std::string_view name, bool new_row, const std::string& symbol) {
      const auto lines = wrapped(name, width - sample - 10, text_size);
      if (lines.empty()) return;
      if (new_row ||
          (x > 0 && (lines.size() > 1 || x + sample + 10 + width_of(lines[0], text_size) > width))) {
        x = 0, y += line_height;
      }
      out += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", px(x), px(y), symbol);
      for (const auto& line : lines) out += text(x + sample + 10, y + 6, line), y += line_height;
      y -= line_height;
      x += sample + 10 + width_of(lines.back(), text_size) + 22;
      if (lines.size() > 1) x = width;
    };
    for (const Series& series : panel.series) {
      const bool none = std::ranges::none_of(series.values, known);
      place(series.name + (none ? " (no figures)" : ""), false,
            fmt::format("<path d=\"M0 0H{}\" stroke=\"#c4c4c4\" stroke-width=\"5\"/>\n", sample) +
                group(look(series.kind), marker(series.kind, sample / 2, 0)));
    }
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
      const Curve& curve = panel.curves[k];
      const bool none =
          std::ranges::none_of(curve.points, [&](const auto& point) { return axes.shows(point); });
      std::string violated;
      for (const int n : curve.violated)
        violated += (violated.empty() ? " ✗ violated at n = " : ", ") + std::to_string(n);
      place(curve.name + (none ? " (off the plot)" : "") + violated, k == 0 && x > 0,
            fmt::format("<path d=\"M0 0H{}\" {}/>\n", sample, look(k)) +
                (violated.empty() ? "" : cross(sample / 2, 0)));
    }
    return out;
  }

  std::string draw(double& bottom) const {
    if (axes.empty) {
      return header() +
             fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\"/>\n", px(width),
                         px(height), grid) +
             text(width / 2, height / 2, "no figures", "text-anchor=\"middle\"");
    }
    bottom = height + 48 + 32;
    return header() + frame() + series() + legend(bottom);
  }
};

std::string description(const Panel& panel) {
  std::string out = fmt::format("{}: {}, for {} =", panel.title, panel.y_label, panel.x_name);
  for (const int n : panel.n) out += fmt::format(" {}", n);
  for (const Series& series : panel.series) {
    out += fmt::format("; {}", series.name);
    for (const auto& value : series.values) out += known(value) ? fmt::format(" {:.6g}", *value) : " ?";
  }
  for (const Curve& curve : panel.curves) {
    for (const int n : curve.violated) out += fmt::format("; {} is violated at n = {}", curve.name, n);
  }
  return out + ".\n";
}

}  // namespace

std::string to_svg(const std::vector<Panel>& panels, const std::string& title, const std::string& footer) {
  const std::size_t columns = panels.size() > 1 ? 2 : 1;
  const double width = columns == 1 ? 800 : 520, height = columns == 1 ? 400 : 300;
  const double across = static_cast<double>(columns) * (left + width + gap) - gap;
  const auto titles = wrapped(title, across, title_size * 1.06);
  const auto footers = wrapped(footer, across, footer_size);
  double y = margin;
  std::string body = paragraph(margin, y + title_size * 0.8, titles, title_size, "font-weight=\"bold\""),
              desc;
  y += static_cast<double>(titles.size()) * 1.3 * title_size;
  for (std::size_t i = 0; i < panels.size(); i += columns) {
    double above = 0, bottom = 0;
    std::vector<Plot> row;
    for (std::size_t k = i; k < std::min(i + columns, panels.size()); ++k) {
      row.push_back(Plot{panels[k], width, height});
      above = std::max(above, row.back().above());
      desc += description(panels[k]);
    }
    y += above;
    double x = margin + left;
    for (const Plot& plot : row) {
      double end = height;
      body += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", px(x), px(y), plot.draw(end));
      bottom = std::max(bottom, end);
      x += width + gap + left;
    }
    y += bottom + 26;
  }
  if (!footers.empty()) y += 10;
  body += paragraph(margin, y + footer_size, footers, footer_size, "fill=\"#333\"");
  y += static_cast<double>(footers.size()) * 1.3 * footer_size + margin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\" "
      "font-family=\"{2}\" font-size=\"{3}\" fill=\"{4}\">\n<title>{5}</title>\n<desc>{6}</desc>\n"
      "<defs><clipPath id=\"plot{7}\"><rect width=\"{7}\" height=\"{8}\"/></clipPath></defs>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{9}</svg>\n",
      px(across + 2 * margin), px(std::ceil(y)), fonts, text_size, ink, escaped(title), escaped(desc), width,
      height, body);
}

}  // namespace conclave
