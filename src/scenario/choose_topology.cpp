#include "scenario/choose_topology.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "scenario/families.hpp"
#include "scenario/graph_file.hpp"

namespace conclave {
namespace {

constexpr std::string_view written_out = "graph6:";

std::vector<Topology> by_name(const Model& model, const std::string& name, int n, bool each_labelling) {
  const bool rooted = model.rooted();
  if (name == "ring") {
    if (model.about.topology != "ring") return {make_cycle(n)};
    return {model.about.two_way ? make_two_way_ring(n) : make_ring(n)};
  }
  if (name == "complete") return {make_complete(n)};
  if (name == "line") return {make_line(n)};
  if (name == "star") return {make_star(n)};
  if (name == "tree") return trees(n, rooted);
  if (name == "connected") return connected_graphs(n, rooted);
  return strongly_connected_digraphs(n, rooted, each_labelling);
}

// What the model needs, if it is not made for this topology; otherwise nothing.
std::string objection(const Model& model, const Topology& topology) {
  const std::string_view made_for = model.about.topology;
  if (made_for == "ring") return topology.named_ports ? "" : "a ring";
  if (topology.named_ports) return "a network without named ports";
  if (made_for == "complete") return is_complete(topology) ? "" : "a complete network";
  if (made_for == "tree") return is_tree(topology) ? "" : "a tree";
  if (made_for == "connected") return is_symmetric(topology) ? "" : "channels that go both ways";
  return "";
}

}  // namespace

bool is_topology_of_its_own(const std::string& name) {
  return name == "ring" || name == "complete" || name == "line" || name == "star";
}

bool is_family(const std::string& name) {
  return name == "tree" || name == "connected" || name == "strongly-connected";
}

bool is_written_out(const std::string& name) { return name.starts_with(written_out); }

const std::vector<std::string>& topology_names() {
  static const std::vector<std::string> names{"ring",      "complete",          "line", "star", "tree",
                                              "connected", "strongly-connected"};
  return names;
}

TopologyChoice read_topology(const std::string& text) {
  if (std::ranges::find(topology_names(), text) != topology_names().end()) return {text, {}};
  if (is_written_out(text)) {
    Topology graph = from_graph6(text, text.substr(written_out.size()));
    if (!is_connected(graph))
      throw TopologyError("`" + text + "` is not connected; every process has to reach every other");
    return {text, std::vector{std::move(graph)}};
  }
  return {text, read_graphs(text)};
}

std::vector<Topology> choose_topology(const Model& model, const TopologyChoice& choice, int n,
                                      bool each_labelling) {
  std::vector<Topology> topologies;
  if (choice.given) {
    std::ranges::copy_if(*choice.given, std::back_inserter(topologies),
                         [&](const Topology& topology) { return topology.places == n; });
    if (topologies.empty()) {
      std::set<std::size_t> sizes;
      for (const Topology& topology : *choice.given) sizes.insert(static_cast<std::size_t>(topology.places));
      std::string there;
      for (const std::size_t size : sizes) there += (there.empty() ? "" : ", ") + std::to_string(size);
      throw TopologyError("`" + choice.name + "` has no graph of " + std::to_string(n) +
                          " processes; there are of " + there);
    }
  } else {
    topologies = by_name(model, choice.name, n, each_labelling);
  }
  for (Topology& topology : topologies) {
    const std::string needs = objection(model, topology);
    if (!needs.empty()) {
      throw TopologyError(model.full_name() + " needs " + needs + "; `" + choice.name + "` is " +
                          (topologies.size() == 1 ? "none" : "not always one"));
    }
    if (model.about.own_neighbour && n == 1) add_self_channel(topology, 0);
  }
  return topologies;
}

}  // namespace conclave
