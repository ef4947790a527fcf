// The shape of the network: a directed graph whose nodes are the places of processes and whose edges are the channels.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "author/id.hpp"

namespace conclave {

// A channel from one place to another, with the names of the ports at its ends.
struct Link {
  int from = 0;
  int to = 0;
  Port out{};  // at the sender, 0..out-degree-1
  Port in{};   // at the receiver
  friend bool operator==(const Link&, const Link&) = default;
};

struct Topology {
  std::string name;  // of the family, or the file that it comes from
  // Which graph it is: graph6, or digraph6 (with `&` in front) if some channel has no way back. Empty for a
  // ring with named ports; channels from a process to itself are left out.
  std::string graph6;
  // Ports have names of their own (next, previous), which a symmetry has to keep; elsewhere a port is no more
  // than a number.
  bool named_ports = false;
  // Of a family of labelled graphs: how many it stands for, which differ only by which process is at which
  // place.
  std::uint64_t labellings = 1;
  int places = 0;
  std::vector<Link> links;  // by sender
};

// No such topology, or none that can be used: one line, what is wrong and what would be right.
struct TopologyError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr int max_places = 64;

// adjacent[i][j]: is there a channel from place i to place j?
using Adjacency = std::vector<std::vector<bool>>;

// Rings with named ports, n >= 1. One way: place i sends through `next` to place i+1, which receives it at
// `previous`; a ring of one sends to itself. Two ways: besides, place i sends through `previous` to place
// i-1, which receives it at `next`; so a ring of one has two channels to itself, and a ring of two has two
// each way.
Topology make_ring(int n);
Topology make_two_way_ring(int n);

// A graph without self-loops. Ports count a process's neighbours by ascending place: first those that it
// sends to, where it also receives what they send back, then those that it only hears.
Topology make_graph(std::string name, const Adjacency&);

Topology make_complete(int n);
Topology make_line(int n);   // 0-1-2-...
Topology make_star(int n);   // 0 in the middle
Topology make_cycle(int n);  // a ring without named ports: of one, a single process; of two, one edge

// From graph6 or, where it begins with `&`, digraph6.
Topology from_graph6(std::string name, std::string_view graph6);

// In a graph that is symmetric: one more port of a process, at both ends of a channel to itself.
void add_self_channel(Topology&, int place);

Adjacency adjacency(const Topology&);

bool is_symmetric(const Topology&);  // every channel has a way back
bool is_connected(const Topology&);  // every process reaches every other
bool is_tree(const Topology&);
bool is_complete(const Topology&);  // every process sends to every other

// The longest distance from one process to another, along channels; of a connected one.
int diameter(const Topology&);

// Of a tree: the port towards place 0, by place; place 0 has none.
std::vector<std::optional<Port>> parents(const Topology&);

}  // namespace conclave
