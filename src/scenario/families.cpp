#include "scenario/families.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>

#include "program/limits.hpp"
#include "scenario/symmetry.hpp"

namespace conclave {
namespace {

using Forms = std::set<Adjacency>;

// A family may have tens of thousands of graphs.
void poll() {
  if (const Limits* const limits = LimitsInForce::get()) limits->poll();
}

// How a new process is joined to those that are there. Bit i stands for a channel to, or from, process i.
struct Joint {
  unsigned out = 0;
  unsigned in = 0;
};

Adjacency extend(const Adjacency& graph, Joint joint) {
  Adjacency larger = graph;
  auto& last = larger.emplace_back();
  for (std::size_t i = 0; i < graph.size(); ++i) {
    last.push_back((joint.out >> i & 1U) != 0);
    larger[i].push_back((joint.in >> i & 1U) != 0);
  }
  last.push_back(false);
  return larger;
}

// The canonical forms of all graphs of n processes that grow from a single one, process by process. joints(k)
// are the ways to join one more process to k others.
template <class Joints>
Forms grow(int n, const Joints& joints) {
  Forms forms{Adjacency{{false}}};
  for (int k = 1; k < n; ++k) {
    const std::vector<int> uncoloured(static_cast<std::size_t>(k) + 1, 0);
    const std::vector<Joint> ways = joints(static_cast<unsigned>(k));
    Forms larger;
    for (const Adjacency& graph : forms) {
      poll();
      for (const Joint joint : ways) larger.insert(canonical_form(extend(graph, joint), uncoloured));
    }
    forms = std::move(larger);
  }
  return forms;
}

Forms with_every_root(const Forms& forms) {
  Forms rooted;
  for (const Adjacency& graph : forms) {
    poll();
    std::vector<int> colours(graph.size(), 1);
    for (int& root : colours) {
      root = 0;
      rooted.insert(canonical_form(graph, colours));
      root = 1;
    }
  }
  return rooted;
}

// The graphs under every numbering of their places. A root keeps its number, 0.
Forms with_every_labelling(const Forms& forms, bool rooted) {
  Forms labelled;
  for (const Adjacency& graph : forms) {
    poll();
    std::vector<std::size_t> map(graph.size());
    std::iota(map.begin(), map.end(), 0U);
    do {
      Adjacency other = graph;
      for (std::size_t i = 0; i < graph.size(); ++i) {
        for (std::size_t j = 0; j < graph.size(); ++j) other[map[i]][map[j]] = graph[i][j];
      }
      labelled.insert(std::move(other));
    } while (std::next_permutation(map.begin() + (rooted ? 1 : 0), map.end()));
  }
  return labelled;
}

std::vector<Topology> list(const std::string& name, const Forms& forms) {
  // Among graphs with equally many edges, a multimap keeps the order of the forms.
  std::multimap<std::ptrdiff_t, const Adjacency*> by_edges;
  for (const Adjacency& graph : forms) {
    std::ptrdiff_t edges = 0;
    for (const auto& row : graph) edges += std::ranges::count(row, true);
    by_edges.emplace(edges, &graph);
  }
  std::vector<Topology> topologies;
  topologies.reserve(forms.size());
  for (const auto& [edges, graph] : by_edges) {
    poll();
    topologies.push_back(make_graph(name, *graph));
  }
  return topologies;
}

void expect_at_most(const std::string& name, int n, int most) {
  if (n > most) {
    throw TopologyError("the family `" + name + "` goes up to " + std::to_string(most) + " processes, not " +
                        std::to_string(n) + "; larger graphs can come from a file");
  }
}

}  // namespace

std::vector<Topology> every_labelling(const Topology& topology, bool rooted) {
  if (topology.labellings == 1) return {topology};
  return list(topology.name, with_every_labelling({adjacency(topology)}, rooted));
}

std::vector<Topology> trees(int n, bool rooted) {
  expect_at_most("tree", n, most_tree_nodes);
  // Every tree has a leaf, and is a smaller tree without it: so all trees grow leaf by leaf.
  const Forms forms = grow(n, [](unsigned k) {
    std::vector<Joint> joints;
    for (unsigned i = 0; i < k; ++i) joints.push_back({1U << i, 1U << i});
    return joints;
  });
  return list("tree", rooted ? with_every_root(forms) : forms);
}

std::vector<Topology> connected_graphs(int n, bool rooted) {
  expect_at_most("connected", n, most_connected_nodes);
  // Every connected graph stays connected without some process, such as a leaf of a spanning tree: so all
  // grow process by process.
  const Forms forms = grow(n, [](unsigned k) {
    std::vector<Joint> joints;
    for (unsigned set = 1; set < 1U << k; ++set) joints.push_back({set, set});
    return joints;
  });
  return list("connected", rooted ? with_every_root(forms) : forms);
}

std::vector<Topology> strongly_connected_digraphs(int n, bool rooted, bool each_labelling) {
  expect_at_most("strongly-connected", n,
                 each_labelling ? most_labelled_nodes : most_strongly_connected_nodes);
  // A one-way cycle is not strongly connected any more when it loses a process, so these digraphs do not grow
  // from each other. All digraphs are grown instead.
  Forms forms = grow(n, [](unsigned k) {
    std::vector<Joint> joints;
    for (unsigned out = 0; out < 1U << k; ++out) {
      for (unsigned in = 0; in < 1U << k; ++in) joints.push_back({out, in});
    }
    return joints;
  });
  std::erase_if(forms, [](const Adjacency& graph) { return !is_connected(make_graph("", graph)); });
  if (rooted) forms = with_every_root(forms);
  if (each_labelling) forms = with_every_labelling(forms, rooted);
  auto topologies = list("strongly-connected", forms);
  if (each_labelling) return topologies;
  std::vector<int> colours(static_cast<std::size_t>(n), 1);
  std::uint64_t renumberings = 1;
  for (int k = 2; k <= n - (rooted ? 1 : 0); ++k) renumberings *= static_cast<std::uint64_t>(k);
  if (rooted) colours[0] = 0;
  for (Topology& topology : topologies)
    topology.labellings = renumberings / symmetry(topology, colours).size.to_uint64();
  return topologies;
}

}  // namespace conclave
