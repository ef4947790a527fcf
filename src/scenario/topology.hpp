// The shape of the network: a directed graph. Its nodes are the places of processes, numbered from 0, and its
// edges are channels. The machine builds the channels of an instance from it.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "author/id.hpp"

namespace conclave {

// The most processes of a scenario, and so of a topology: a set of places is one 64-bit number
// (partial_order.hpp).
inline constexpr int max_processes = 64;

// A channel from one place to another, with the names of the ports at its ends.
struct Link {
  int from = 0;
  int to = 0;
  Port out{};  // at the sender: 0..out-degree-1
  Port in{};   // at the receiver
  friend bool operator==(const Link&, const Link&) = default;
};

struct Topology {
  std::string name;  // that of its family, or of the file that it comes from
  // Which graph it is, without channels from a process to itself: in graph6, or in digraph6 (with `&` in
  // front) if some channel has no way back. Empty for a ring with named ports.
  std::string graph6;
  // The algorithm knows ports by name (next, previous), so that a symmetry has to keep them. Otherwise a port
  // is no more than a number.
  bool named_ports = false;
  // For how many labelled graphs it stands. They differ only by which process is at which place.
  std::uint64_t labellings = 1;
  int places = 0;
  std::vector<Link> links;  // in ascending order of senders
};

// There is no such topology, or it cannot be used. The text is one line: what is wrong, and what would be
// right.
struct TopologyError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// adjacent[i][j]: is there a channel from place i to place j?
using Adjacency = std::vector<std::vector<bool>>;

// Rings with named ports, for n >= 1. On a one-way ring, place i sends through `next` to place i+1, which
// receives at `previous`; the only process of a ring of one sends to itself.
Topology make_ring(int n);
// On a two-way ring, place i sends besides through `previous` to place i-1, which receives at `next`. So the
// only process of a ring of one has two channels to itself, and a ring of two has two channels each way.
Topology make_two_way_ring(int n);

// The topology of a graph without self-loops. A process numbers its ports by neighbours, in ascending order
// of places. First come the neighbours to which it sends; at the same port it receives what they send back.
// Then come those from which it only receives.
Topology make_graph(std::string name, const Adjacency&);

Topology make_complete(int n);
Topology make_line(int n);  // 0-1-2-...
Topology make_star(int n);  // with place 0 in the middle
// A ring without named ports. A cycle of one has no channel, and a cycle of two is one edge.
Topology make_cycle(int n);

// Reads graph6 or, if the text begins with `&`, digraph6. Throws TopologyError.
Topology from_graph6(std::string name, std::string_view graph6);

// Adds a channel from a process to itself, at a new port of its own. The topology has to be symmetric.
void add_self_channel(Topology&, int place);

Adjacency adjacency(const Topology&);

bool is_symmetric(const Topology&);  // Every channel has a way back.
bool is_connected(const Topology&);  // Every process reaches every other along channels.
bool is_tree(const Topology&);
bool is_complete(const Topology&);  // Every process sends to every other.

// The longest distance from one process to another along channels. The topology has to be connected.
int diameter(const Topology&);

// By place, the port towards place 0, which itself has none. The topology has to be a tree.
std::vector<std::optional<Port>> parents(const Topology&);

}  // namespace conclave
