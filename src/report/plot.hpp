// Figures by the number of processes, and formulas beside them, as a picture for a slide or for print.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace conclave {

// What was measured: markers. A panel has at most one of each kind, since the kind is what they look like.
struct Series {
  enum class Kind { min, mean, max };
  std::string name;
  Kind kind = Kind::min;
  std::vector<std::optional<double>> values;  // by n, as Panel::n; nothing: not known, or unbounded - a gap
};

// What is claimed: a thin line. Formulas such as n·H_n are defined at whole n only, hence points.
struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  // (n, value), n ascending
};

struct Panel {
  std::string title;
  std::string y_label;  // what is counted
  std::vector<int> n;   // ascending
  std::vector<Series> series;
  std::vector<Curve> curves;
};

// One SVG document, readable without colour; two panels a row. The y axis is made for the measured figures: a
// curve that rises above twice the largest of them leaves the plot.
std::string to_svg(const std::vector<Panel>& panels, const std::string& title, const std::string& footer);

}  // namespace conclave
