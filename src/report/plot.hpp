// Figures by the number of processes or by another number, and formulas beside them, as a picture for a slide
// or for print.
// `measure --svg` draws its tables with it; the plot itself knows nothing of algorithms.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace conclave {

// What was measured is drawn as markers. Their look tells the kind, so a panel has at most one series of each
// kind.
struct Series {
  enum class Kind { min, mean, max };
  std::string name;
  Kind kind = Kind::min;
  std::vector<std::optional<double>> values;  // one for each of Panel::n; nothing leaves a gap
};

// What is claimed is drawn as a thin line, with a cross where it is violated. It is given by points, because
// a formula such as n·H_n is defined at whole n only.
struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  // (n, value), n ascending
  std::vector<int> violated;                      // at these n the measured figure breaks the claim
};

struct Panel {
  std::string title;
  std::string y_label;  // what is counted
  std::string x_label = "n, processes";
  std::string x_name = "n";  // a letter
  bool whole = true;         // the figures are: messages, rounds
  std::vector<int> n;        // ascending
  std::vector<Series> series;
  std::vector<Curve> curves;
};

// One SVG document with two panels in a row, which can be read without colour. A browser tells the figures of
// a marker to a pointer that rests on it. The y axis is made for the measured figures, so a curve that rises
// above twice the largest of them leaves the plot.
std::string to_svg(const std::vector<Panel>& panels, const std::string& title, const std::string& footer);

}  // namespace conclave
