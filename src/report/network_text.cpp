#include "report/network_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "report/spelling.hpp"

namespace conclave {
namespace {

struct NetworkLink {
  int from = 0;
  int to = 0;
  bool both_ways = false;
};

// Each link once, also where it is a channel there and one back. Two channels between the same processes in
// the same direction, as on a two-way ring of two, are two links.
std::vector<NetworkLink> links_without_ways_back(const Topology& topology) {
  std::vector<NetworkLink> links;
  std::vector<bool> told(topology.links.size(), false);
  for (std::size_t i = 0; i < topology.links.size(); ++i) {
    if (told[i]) continue;
    const auto& [from, to, out, in] = topology.links[i];
    std::size_t back = i + 1;
    const auto is_back = [&](const Link& other) { return other.from == to && other.to == from; };
    while (back < topology.links.size() && (told[back] || !is_back(topology.links[back]))) ++back;
    if (back < topology.links.size()) told[back] = true;
    links.push_back({from, to, back < topology.links.size()});
  }
  return links;
}

}  // namespace

std::string links_of(const Topology& topology) {
  std::vector<std::string> words;
  for (const auto& [from, to, both_ways] : links_without_ways_back(topology))
    words.push_back(fmt::format("{}{}{}", from, both_ways ? "–" : "→", to));
  return words.empty() ? "no links" : fmt::format("{}", fmt::join(words, ", "));
}

std::string networks_dot(const std::string& name, const std::vector<const Topology*>& topologies) {
  std::string text = fmt::format(
      "digraph \"{}\" {{\n  node [shape=circle, fontname=\"sans-serif\"];\n  graph "
      "[fontname=\"sans-serif\"];\n",
      as_dot(name));
  for (std::size_t k = 0; k < topologies.size(); ++k) {
    const Topology& topology = *topologies[k];
    const std::string stands = topology.labellings > 1
                                   ? fmt::format("; one of {} numberings of its places", topology.labellings)
                                   : "";
    text += fmt::format("  subgraph cluster_{} {{\n    label=\"{}{}\";\n", k, links_of(topology), stands);
    for (int place = 0; place < topology.places; ++place)
      text += fmt::format("    n{}_{} [label=\"{}\"];\n", k, place, place);
    for (const auto& [from, to, both_ways] : links_without_ways_back(topology))
      text += fmt::format("    n{0}_{1} -> n{0}_{2}{3};\n", k, from, to, both_ways ? " [dir=none]" : "");
    text += "  }\n";
  }
  return text + "}\n";
}

}  // namespace conclave
