#include "scenario/topology.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/strong_components.hpp>

namespace conclave {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

std::size_t index(int place) { return static_cast<std::size_t>(place); }

Adjacency unconnected(std::size_t n) { return Adjacency(n, std::vector<bool>(n, false)); }

bool is_symmetric(const Adjacency& adjacent) {
  for (std::size_t i = 0; i < adjacent.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (adjacent[i][j] != adjacent[j][i]) return false;
    }
  }
  return true;
}

// A graph of n processes. There is an edge, both ways, between i and j > i if joined(i, j).
template <class Joined>
Topology graph_of(std::string name, int n, const Joined& joined) {
  Adjacency adjacent = unconnected(index(n));
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i) adjacent[index(i)][index(j)] = adjacent[index(j)][index(i)] = joined(i, j);
  }
  return make_graph(std::move(name), adjacent);
}

// graph6 and digraph6 hold six bits in a character, the highest bit first, with the characters from `?` to
// `~`. First comes the number of nodes; if it is above 62, that is `~` and three characters. Then comes the
// adjacency matrix: that of a digraph row by row, of a graph only the upper triangle, column by column.
constexpr char zero = '?';
constexpr char long_number = '~';

template <class Visit>
void for_each_cell(std::size_t n, bool directed, const Visit& visit) {
  if (directed) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) visit(i, j);
    }
  } else {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < j; ++i) visit(i, j);
    }
  }
}

std::string to_graph6(const Adjacency& adjacent) {
  const std::size_t n = adjacent.size();
  const bool directed = !is_symmetric(adjacent);
  const auto sextet = [](std::size_t bits) {
    return static_cast<char>(zero + static_cast<char>(bits & 63U));
  };
  std::string text = directed ? "&" : "";
  if (n <= 62) {
    text += sextet(n);
  } else {
    text += {long_number, sextet(n >> 12U), sextet(n >> 6U), sextet(n)};
  }
  std::size_t bits = 1;  // A 1 in front of the bits collected tells how many there are.
  for_each_cell(n, directed, [&](std::size_t i, std::size_t j) {
    bits = bits * 2 + (adjacent[i][j] ? 1 : 0);
    if (bits < 64) return;
    text += sextet(bits);
    bits = 1;
  });
  if (bits > 1) {
    while (bits < 64) bits *= 2;
    text += sextet(bits);
  }
  return text;
}

Adjacency parse_graph6(std::string_view text) {
  const bool directed = text.starts_with('&');
  const std::string format = directed ? "digraph6" : "graph6";
  const std::string_view all = text;
  if (directed) text.remove_prefix(1);
  if (text.empty()) throw TopologyError(format + " is empty; a triangle, for example, is Bw");
  for (const char c : text) {
    if (c >= zero && c <= long_number) continue;
    const auto code = static_cast<unsigned char>(c);
    throw TopologyError(
        (code >= ' ' && code < zero ? std::string{'`', c, '`'} : "byte " + std::to_string(code)) +
        " is no character of " + format);
  }
  const auto sextet = [&](std::size_t at) { return static_cast<std::size_t>(text[at] - zero); };
  std::size_t n = sextet(0);
  if (text.starts_with("~~"))
    throw TopologyError(format + " of too many processes; at most " + std::to_string(max_processes));
  if (text[0] == long_number) {
    if (text.size() < 4) throw TopologyError(format + " ends within the number of processes");
    n = sextet(1) << 12U | sextet(2) << 6U | sextet(3);
    text.remove_prefix(4);
  } else {
    text.remove_prefix(1);
  }
  const std::string subject = format + " of " + std::to_string(n) + (n == 1 ? " process" : " processes");
  if (n == 0) throw TopologyError(subject + "; at least 1");
  if (n > index(max_processes)) throw TopologyError(subject + "; at most " + std::to_string(max_processes));
  const std::size_t cells = directed ? n * n : n * (n - 1) / 2;
  const std::size_t size = (cells + 5) / 6;
  if (text.size() != size) {
    throw TopologyError(subject + " has " + std::to_string(all.size() - text.size() + size) +
                        " characters, not " + std::to_string(all.size()));
  }
  const auto bit = [&](std::size_t at) { return (sextet(at / 6) >> (5 - at % 6) & 1U) != 0; };
  for (std::size_t at = cells; at < size * 6; ++at) {
    if (bit(at)) throw TopologyError(subject + " has to end in zero bits, which fill its last character");
  }
  Adjacency adjacent = unconnected(n);
  std::size_t at = 0;
  for_each_cell(n, directed, [&](std::size_t i, std::size_t j) {
    if (!bit(at++)) return;
    if (i == j)
      throw TopologyError(subject + " has a channel from process " + std::to_string(i) + " to itself");
    adjacent[i][j] = true;
    if (!directed) adjacent[j][i] = true;
  });
  return adjacent;
}

}  // namespace

Topology make_ring(int n) {
  Topology ring{.name = "ring", .graph6 = "", .named_ports = true, .places = n, .links = {}};
  for (int i = 0; i < n; ++i) ring.links.push_back({i, (i + 1) % n, next, previous});
  return ring;
}

Topology make_two_way_ring(int n) {
  Topology ring = make_ring(n);
  for (int i = 0; i < n; ++i) ring.links.push_back({(i + 1) % n, i, previous, next});
  std::ranges::stable_sort(ring.links, {}, &Link::from);
  return ring;
}

Topology make_graph(std::string name, const Adjacency& adjacent) {
  const std::size_t n = adjacent.size();
  // ports[i][j] is the port of process i for the channels to and from process j.
  std::vector<std::vector<Port>> ports(n, std::vector<Port>(n));
  for (std::size_t i = 0; i < n; ++i) {
    int free = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (adjacent[i][j]) ports[i][j] = given_port(free++);
    }
    for (std::size_t j = 0; j < n; ++j) {
      if (adjacent[j][i] && !adjacent[i][j]) ports[i][j] = given_port(free++);
    }
  }
  Topology topology{.name = std::move(name),
                    .graph6 = to_graph6(adjacent),
                    .named_ports = false,
                    .places = static_cast<int>(n),
                    .links = {}};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (adjacent[i][j])
        topology.links.push_back({static_cast<int>(i), static_cast<int>(j), ports[i][j], ports[j][i]});
    }
  }
  return topology;
}

Topology make_complete(int n) {
  return graph_of("complete", n, [](int, int) { return true; });
}

Topology make_line(int n) {
  return graph_of("line", n, [](int i, int j) { return i + 1 == j; });
}

Topology make_star(int n) {
  return graph_of("star", n, [](int i, int) { return i == 0; });
}

Topology make_cycle(int n) {
  return graph_of("ring", n, [n](int i, int j) { return i + 1 == j || (i == 0 && j + 1 == n); });
}

Topology from_graph6(std::string name, std::string_view graph6) {
  return make_graph(std::move(name), parse_graph6(graph6));
}

void add_self_channel(Topology& topology, int place) {
  const Port free{static_cast<int>(std::ranges::count(topology.links, place, &Link::from))};
  const auto after = std::ranges::upper_bound(topology.links, place, {}, &Link::from);
  topology.links.insert(after, {place, place, free, free});
}

Adjacency adjacency(const Topology& topology) {
  Adjacency adjacent = unconnected(index(topology.places));
  for (const Link& link : topology.links) adjacent[index(link.from)][index(link.to)] = true;
  return adjacent;
}

bool is_symmetric(const Topology& topology) { return is_symmetric(adjacency(topology)); }

namespace {

Graph to_graph(const Topology& topology) {
  Graph graph(index(topology.places));
  for (const Link& link : topology.links) add_edge(index(link.from), index(link.to), graph);
  return graph;
}

}  // namespace

bool is_connected(const Topology& topology) {
  const Graph graph = to_graph(topology);
  std::vector<int> component(num_vertices(graph));
  const auto map = boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph));
  return strong_components(graph, map) == 1;
}

int diameter(const Topology& topology) {
  const Graph graph = to_graph(topology);
  int longest = 0;
  for (std::size_t from = 0; from < num_vertices(graph); ++from) {
    std::vector<int> distance(num_vertices(graph), 0);
    const auto record = boost::record_distances(distance.data(), boost::on_tree_edge());
    breadth_first_search(graph, from, boost::visitor(make_bfs_visitor(record)));
    longest = std::max(longest, std::ranges::max(distance));
  }
  return longest;
}

bool is_tree(const Topology& topology) {
  return topology.links.size() == 2 * index(topology.places - 1) && is_symmetric(topology) &&
         is_connected(topology);
}

bool is_complete(const Topology& topology) {
  const Adjacency adjacent = adjacency(topology);
  for (std::size_t i = 0; i < adjacent.size(); ++i) {
    for (std::size_t j = 0; j < adjacent.size(); ++j) {
      if (i != j && !adjacent[i][j]) return false;
    }
  }
  return true;
}

std::vector<std::optional<Port>> parents(const Topology& topology) {
  const Graph graph = to_graph(topology);
  std::vector<std::size_t> nearer(num_vertices(graph), 0);
  const auto record = boost::record_predecessors(nearer.data(), boost::on_tree_edge());
  breadth_first_search(graph, 0, boost::visitor(make_bfs_visitor(record)));
  std::vector<std::optional<Port>> ports(nearer.size());
  for (const Link& link : topology.links) {
    if (link.from != 0 && link.to == static_cast<int>(nearer[index(link.from)]))
      ports[index(link.from)] = link.out;
  }
  return ports;
}

}  // namespace conclave
