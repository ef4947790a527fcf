// The shape of the network: a directed graph of processes, its edges the channels, with port names at both
// ends.
#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "model/id.hpp"

namespace conclave {

struct ChannelPorts {
  Port out{};  // at the sender, 0..out-degree-1
  Port in{};   // at the receiver
};

using Graph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, boost::no_property, ChannelPorts>;

struct Topology {
  std::string name;
  Graph graph;
  // Its automorphisms that keep ports, as permutations of places, the identity first.
  std::vector<std::vector<int>> automorphisms;
};

// A one-way ring: place i sends through `next` to place i+1, which receives it at `previous`. n >= 1; a ring
// of one sends to itself.
Topology make_ring(int n);

}  // namespace conclave
