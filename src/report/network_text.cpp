#include "report/network_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "report/diagram.hpp"
#include "report/spelling.hpp"
#include "scenario/choose_topology.hpp"

namespace conclave {
namespace {

// The places at both ends of each.
using ChannelPairs = std::vector<std::pair<int, int>>;

struct NetworkLink {
  int from = 0;
  int to = 0;
  bool both_ways = false;
};

// Each link once, also where it is a channel there and one back. Two channels between the same processes in
// the same direction, as on a two-way ring of two, are two links.
std::vector<NetworkLink> links_without_ways_back(const ChannelPairs& channels) {
  std::vector<NetworkLink> links;
  std::vector<bool> told(channels.size(), false);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (told[i]) continue;
    const auto [from, to] = channels[i];
    std::size_t back = i + 1;
    while (back < channels.size() && (told[back] || channels[back] != std::pair(to, from))) ++back;
    if (back < channels.size()) told[back] = true;
    links.push_back({from, to, back < channels.size()});
  }
  return links;
}

ChannelPairs channels_of(const Topology& topology) {
  ChannelPairs channels;
  for (const Link& link : topology.links) channels.emplace_back(link.from, link.to);
  return channels;
}

std::string in_words(const std::vector<NetworkLink>& links) {
  std::vector<std::string> words;
  for (const auto& [from, to, both_ways] : links)
    words.push_back(fmt::format("{}{}{}", from, both_ways ? "–" : "→", to));
  return words.empty() ? "no links" : fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

std::string links_of(const Topology& topology) {
  return in_words(links_without_ways_back(channels_of(topology)));
}

std::string links_of(const Trace& trace) {
  ChannelPairs channels;
  for (std::size_t c = 0; c < trace.channels.size(); ++c) {
    const ChannelEnds ends = ends_of(trace, c);
    if (ends.from && ends.to) channels.emplace_back(*ends.from, *ends.to);
  }
  return in_words(links_without_ways_back(channels));
}

std::string topology_words(const Scenario& scenario) {
  if (!is_written_out(scenario.topology)) return scenario.topology;
  return "graph " + links_of(scenario.topologies.front());
}

std::string topology_words(const Trace& trace) {
  const std::string& name = trace.topology;
  std::string what = is_written_out(name) ? "graph" : fmt::format("`{}`, graph", name);
  if (is_topology_of_its_own(name) || name == "tree") what = name;
  if (name == "complete") what = "complete network";
  if (name == "connected") what = "connected graph";
  if (name == "strongly-connected") what = "strongly connected digraph";
  return fmt::format("{} of {}", what, trace.ids.size());
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
    for (const auto& [from, to, both_ways] : links_without_ways_back(channels_of(topology)))
      text += fmt::format("    n{0}_{1} -> n{0}_{2}{3};\n", k, from, to, both_ways ? " [dir=none]" : "");
    text += "  }\n";
  }
  return text + "}\n";
}

}  // namespace conclave
