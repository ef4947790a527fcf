#include "report/network_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

#include "report/diagram.hpp"
#include "scenario/topology.hpp"

namespace conclave {
namespace {

constexpr double side_of_picture = 320;
constexpr double radius_of_node = 17;

struct Spot {
  double x = 0, y = 0;
};

Spot spot(std::size_t place, std::size_t n) {
  if (n == 1) return {side_of_picture / 2, side_of_picture / 2};
  const double angle =
      2 * std::numbers::pi * static_cast<double>(place) / static_cast<double>(n) - std::numbers::pi / 2;
  return {side_of_picture / 2 + (side_of_picture / 2 - 44) * std::cos(angle),
          side_of_picture / 2 - 4 + (side_of_picture / 2 - 44) * std::sin(angle)};
}

std::string badge(Spot at) {
  return fmt::format(
      "<g class=\"count\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"20\" height=\"15\" rx=\"4\"/>"
      "<text x=\"{:.1f}\" y=\"{:.1f}\"></text></g>",
      at.x - 10, at.y - 7.5, at.x, at.y + 4);
}

// The channels between the same two processes bend apart: those back lie on the other side.
std::string channel(std::size_t number, Spot from, Spot to, double bend) {
  double dx = to.x - from.x;
  double dy = to.y - from.y;
  const double length = std::max(std::hypot(dx, dy), 1.0);
  dx /= length, dy /= length;
  const Spot middle{(from.x + to.x) / 2 - dy * bend, (from.y + to.y) / 2 + dx * bend};
  double ex = to.x - middle.x;
  double ey = to.y - middle.y;
  const double end = std::max(std::hypot(ex, ey), 1.0);
  ex /= end, ey /= end;
  const Spot tip{to.x - ex * (radius_of_node + 3), to.y - ey * (radius_of_node + 3)};
  const Spot back{tip.x - 9 * ex, tip.y - 9 * ey};
  // Nearer to where it begins, so that the number of the channel back is elsewhere.
  const Spot on_curve{0.41 * from.x + 0.46 * middle.x + 0.13 * to.x,
                      0.41 * from.y + 0.46 * middle.y + 0.13 * to.y};
  return fmt::format(
             "<g class=\"channel\" data-c=\"{}\"><path class=\"link\" d=\"M{:.1f} {:.1f}Q{:.1f} {:.1f} "
             "{:.1f} "
             "{:.1f}\"/><path class=\"tip\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\"/>",
             number, from.x, from.y, middle.x, middle.y, tip.x, tip.y, tip.x, tip.y, back.x - 4 * ey,
             back.y + 4 * ex, back.x + 4 * ey, back.y - 4 * ex) +
         badge(on_curve) + "</g>\n";
}

std::string channel_to_itself(std::size_t number, Spot at, double more) {
  const double wide = 40 + more;
  return fmt::format(
             "<g class=\"channel\" data-c=\"{}\"><path class=\"link\" d=\"M{:.1f} {:.1f}C{:.1f} {:.1f} "
             "{:.1f} "
             "{:.1f} {:.1f} {:.1f}\"/>",
             number, at.x - 12, at.y - 12, at.x - wide, at.y - wide - 30, at.x + wide, at.y - wide - 30,
             at.x + 12, at.y - 12) +
         badge({at.x, at.y - wide - 5}) + "</g>\n";
}

// Where messages wait that are not in a channel between two processes. Only their number is shown.
std::string mailbox(std::size_t number, Spot at) {
  return fmt::format("<g class=\"channel\" data-c=\"{}\">", number) +
         badge({at.x + radius_of_node + 14, at.y - radius_of_node}) + "</g>\n";
}

std::string node(std::size_t place, Spot at) {
  const double outside = at.y < side_of_picture / 2 - 10 ? at.y - 26 : at.y + 35;
  return fmt::format(
      "<g class=\"node\" data-p=\"{0}\"><circle class=\"crown\" cx=\"{1:.1f}\" cy=\"{2:.1f}\" r=\"{4}\"/>"
      "<circle cx=\"{1:.1f}\" cy=\"{2:.1f}\" r=\"{3}\"/><rect x=\"{5:.1f}\" y=\"{6:.1f}\" width=\"32\" "
      "height=\"32\"/><path class=\"cross\" d=\"M{5:.1f} {6:.1f}l32 32m0 -32l-32 32\"/>"
      "<text x=\"{1:.1f}\" y=\"{7:.1f}\">{0}</text><text class=\"status\" x=\"{1:.1f}\" y=\"{8:.1f}\"></text>"
      "</g>\n",
      place, at.x, at.y, radius_of_node, radius_of_node + 5, at.x - 16, at.y - 16, at.y + 4, outside);
}

// The links of the topology, each once. A file may name one that this program does not know.
std::set<std::pair<int, int>> links_of_topology(const Trace& trace) {
  const auto n = static_cast<int>(trace.ids.size());
  std::set<std::pair<int, int>> links;
  try {
    const Topology topology = !trace.graph.empty()           ? from_graph6("", trace.graph)
                              : trace.topology == "ring"     ? make_ring(n)
                              : trace.topology == "complete" ? make_complete(n)
                              : trace.topology == "line"     ? make_line(n)
                              : trace.topology == "star"     ? make_star(n)
                                                             : Topology{};
    for (const Link& link : topology.links) {
      if (link.from != link.to && std::max(link.from, link.to) < n)
        links.insert(std::minmax(link.from, link.to));
    }
  } catch (const TopologyError&) {
  }
  return links;
}

std::string line(Spot from, Spot to) {
  return fmt::format("<path class=\"link\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", from.x, from.y, to.x,
                     to.y);
}

}  // namespace

std::string network_svg(const Trace& trace) {
  const std::size_t n = trace.ids.size();
  double height = 0;  // with room for a word below the lowest process
  for (std::size_t place = 0; place < n; ++place) height = std::max(height, spot(place, n).y + 44);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"network\" viewBox=\"0 0 {} {:.0f}\" role=\"img\" "
      "aria-label=\"The network at this step\">\n",
      side_of_picture, height);
  std::map<std::pair<int, int>, int> drawn;
  std::vector<std::pair<int, int>> ends(trace.channels.size(), {-1, -1});
  for (std::size_t c = 0; c < ends.size(); ++c) {
    const ChannelEnds at = ends_of(trace, c);
    if (at.from && at.to) ends[c] = {*at.from, *at.to};
  }
  // Where messages are addressed to somebody, and not sent through a channel, no channel tells who is linked.
  if (std::ranges::all_of(ends, [](const auto& each) { return each.first < 0; })) {
    for (const auto& [one, other] : links_of_topology(trace))
      out += line(spot(static_cast<std::size_t>(one), n), spot(static_cast<std::size_t>(other), n));
  }
  for (std::size_t c = 0; c < ends.size(); ++c) {
    const auto [from, to] = ends[c];
    if (from < 0) continue;
    bool has_way_back = false;
    for (const auto& other : ends) has_way_back |= other == std::pair(to, from);
    const int before = drawn[ends[c]]++;
    const Spot start = spot(static_cast<std::size_t>(from), n);
    if (from == to) {
      out += channel_to_itself(c, start, before * 22.0);
    } else {
      const double bend = (has_way_back ? 16 : 0) + before * 26.0;
      out += channel(c, start, spot(static_cast<std::size_t>(to), n), bend);
    }
  }
  for (std::size_t place = 0; place < n; ++place) out += node(place, spot(place, n));
  for (std::size_t c = 0; c < ends.size(); ++c) {
    const ChannelEnds at = ends_of(trace, c);
    if (!at.from && at.to) out += mailbox(c, spot(static_cast<std::size_t>(*at.to), n));
  }
  for (std::size_t place = 0; place < n && has_mailboxes(trace); ++place)
    out += mailbox(ends.size() + place, spot(place, n));
  return out + "</svg>\n";
}

}  // namespace conclave
