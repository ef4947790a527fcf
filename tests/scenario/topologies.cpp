// Shapes, their ports, and graph6.
#include <doctest/doctest.h>

#include <set>

#include "scenario/graphs.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

using Channels = std::vector<Channel>;

std::string error_of(const std::string& graph6) {
  try {
    from_graph6("", graph6);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return "none";
}

std::vector<int> parent_ports(const std::string& graph6) {
  std::vector<int> ports;
  for (const auto& port : parents(from_graph6("", graph6))) ports.push_back(port ? code_of(*port) : -1);
  return ports;
}

}  // namespace

TEST_SUITE_BEGIN("scenario");

TEST_CASE("a ring sends from each place to the next") {
  CHECK(channels(make_ring(3)) == Channels{{0, 1, 0, 1}, {1, 2, 0, 1}, {2, 0, 0, 1}});
  CHECK(channels(make_ring(2)) == Channels{{0, 1, 0, 1}, {1, 0, 0, 1}});
  CHECK(channels(make_ring(1)) == Channels{{0, 0, 0, 1}});
  CHECK(make_ring(3).named_ports);
  CHECK(make_ring(3).name == "ring");
  CHECK(make_ring(3).graph6.empty());
}

TEST_CASE("a ring both ways has two channels for each process") {
  CHECK(channels(make_two_way_ring(3)) ==
        Channels{{0, 1, 0, 1}, {0, 2, 1, 0}, {1, 0, 1, 0}, {1, 2, 0, 1}, {2, 0, 0, 1}, {2, 1, 1, 0}});
  CHECK(channels(make_two_way_ring(2)) == Channels{{0, 1, 0, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}});
  CHECK(channels(make_two_way_ring(1)) == Channels{{0, 0, 0, 1}, {0, 0, 1, 0}});
  CHECK(make_two_way_ring(4).named_ports);
}

TEST_CASE("ports of a graph count neighbours by ascending place") {
  CHECK(channels(make_line(3)) == Channels{{0, 1, 0, 0}, {1, 0, 0, 0}, {1, 2, 1, 0}, {2, 1, 0, 1}});
  CHECK(channels(make_star(3)) == Channels{{0, 1, 0, 0}, {0, 2, 1, 0}, {1, 0, 0, 0}, {2, 0, 0, 1}});
  // 0 -> 2 -> 1 <-> 0, and 2 only hears 0, 1 also hears 2: ports for that come behind.
  Adjacency adjacent(3, std::vector<bool>(3, false));
  adjacent[0][2] = adjacent[2][1] = adjacent[1][0] = adjacent[0][1] = true;
  CHECK(channels(make_graph("", adjacent)) ==
        Channels{{0, 1, 0, 0}, {0, 2, 1, 1}, {1, 0, 0, 0}, {2, 1, 0, 1}});
}

TEST_CASE("ports of every digraph of four are as they should be") {
  for_each_graph(4, true, [](const Adjacency& adjacent) {
    const Topology topology = make_graph("", adjacent);
    std::vector<std::set<int>> outs(4), ins(4), both(4);
    bool replies = true;
    const Channels all = channels(topology);
    for (const Channel& channel : all) {
      outs[at(channel.from)].insert(channel.out);
      ins[at(channel.to)].insert(channel.in);
      both[at(channel.from)].insert(channel.out);
      both[at(channel.to)].insert(channel.in);
      if (adjacent[at(channel.to)][at(channel.from)]) {
        replies = replies &&
                  std::ranges::binary_search(all, Channel{channel.to, channel.from, channel.in, channel.out});
      } else {
        const auto sent = std::ranges::count(adjacent[at(channel.to)], true);
        replies = replies && channel.in >= sent;  // no port to answer by
      }
    }
    bool numbered = true;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto sent = at(static_cast<int>(std::ranges::count(adjacent[i], true)));
      numbered = numbered && outs[i].size() == sent &&
                 (sent == 0 || *outs[i].rbegin() == static_cast<int>(sent) - 1);
      numbered = numbered &&
                 std::ssize(ins[i]) == std::ranges::count(topology.links, static_cast<int>(i), &Link::to);
      numbered = numbered && (both[i].empty() || *both[i].rbegin() == static_cast<int>(both[i].size()) - 1);
    }
    CHECK(numbered);
    CHECK(replies);
    CHECK(adjacency(topology) == adjacent);
  });
}

TEST_CASE("shapes by name") {
  CHECK(make_complete(4).graph6 == "C~");
  CHECK(make_complete(4).name == "complete");
  CHECK(make_line(4).graph6 == "Ch");
  CHECK(make_line(4).name == "line");
  CHECK(make_star(4).graph6 == "Cs");
  CHECK(make_star(4).name == "star");
  CHECK(make_cycle(5).graph6 == "Dhc");
  CHECK(make_cycle(4).name == "ring");
  CHECK(!make_cycle(4).named_ports);
  for (const Topology& single : {make_complete(1), make_line(1), make_star(1), make_cycle(1)}) {
    CHECK(single.graph6 == "@");
    CHECK(single.places == 1);
    CHECK(single.links.empty());
  }
  for (const Topology& edge : {make_complete(2), make_line(2), make_star(2), make_cycle(2)}) {
    CHECK(edge.graph6 == "A_");
    CHECK(channels(edge) == Channels{{0, 1, 0, 0}, {1, 0, 0, 0}});
  }
}

TEST_CASE("a channel to itself gets a port of its own") {
  Topology single = make_complete(1);
  add_self_channel(single, 0);
  CHECK(channels(single) == Channels{{0, 0, 0, 0}});
  CHECK(is_complete(single));
  Topology line = make_line(3);
  add_self_channel(line, 1);
  CHECK(channels(line) == Channels{{0, 1, 0, 0}, {1, 0, 0, 0}, {1, 1, 2, 2}, {1, 2, 1, 0}, {2, 1, 0, 1}});
  CHECK(line.graph6 == make_line(3).graph6);
}

// Examples from nauty's description of the formats, and graphs that are known by their text.
TEST_CASE("graph6 and digraph6 as others write them") {
  CHECK(channels(from_graph6("", "A_")).size() == 2);
  CHECK(adjacency(from_graph6("", "Bw")) == adjacency(make_complete(3)));
  CHECK(adjacency(from_graph6("", "Dhc")) == adjacency(make_cycle(5)));
  const auto ends = [](const std::string& graph6) {
    std::set<std::pair<int, int>> pairs;
    for (const Channel& channel : channels(from_graph6("", graph6))) pairs.emplace(channel.from, channel.to);
    return pairs;
  };
  CHECK(ends("DQc") ==
        std::set<std::pair<int, int>>{{0, 2}, {2, 0}, {0, 4}, {4, 0}, {1, 3}, {3, 1}, {3, 4}, {4, 3}});
  CHECK(ends("&DI?AO?") == std::set<std::pair<int, int>>{{0, 2}, {0, 4}, {3, 1}, {3, 4}});
  CHECK(from_graph6("petersen", "IheA@GUAo").name == "petersen");
}

TEST_CASE("graph6 there and back") {
  const auto there_and_back = [](const Adjacency& adjacent) {
    const Topology topology = make_graph("", adjacent);
    return adjacency(from_graph6("", topology.graph6)) == adjacent &&
           topology.graph6.starts_with('&') != is_symmetric(topology);
  };
  for (int n = 1; n <= 5; ++n)
    for_each_graph(n, false, [&](const Adjacency& a) { CHECK(there_and_back(a)); });
  for (int n = 1; n <= 3; ++n) for_each_graph(n, true, [&](const Adjacency& a) { CHECK(there_and_back(a)); });
  for (const int n : {6, 61, 62, 63, 64}) {
    CHECK(there_and_back(adjacency(make_cycle(n))));
    CHECK(there_and_back(adjacency(make_complete(n))));
    CHECK(there_and_back(adjacency(make_ring(n))));
  }
  CHECK(make_line(62).graph6.starts_with("}"));
  CHECK(make_line(63).graph6.starts_with("~??~"));
  CHECK(make_line(63).graph6.size() == 4 + 326);
  CHECK(make_line(64).graph6.starts_with("~?@?"));
  CHECK(from_graph6("", "&AW").graph6 == "A_");  // both ways after all
  CHECK(from_graph6("", "~??@").graph6 == "@");
}

TEST_CASE("text that is not graph6") {
  CHECK(error_of("") == "graph6 is empty; a triangle, for example, is Bw");
  CHECK(error_of("&") == "digraph6 is empty; a triangle, for example, is Bw");
  CHECK(error_of("B1") == "`1` is no character of graph6");
  CHECK(error_of("B ") == "` ` is no character of graph6");
  CHECK(error_of("B\xff") == "byte 255 is no character of graph6");
  CHECK(error_of("&A&") == "`&` is no character of digraph6");
  CHECK(error_of("?") == "graph6 of 0 processes; at least 1");
  CHECK(error_of("~?@@") == "graph6 of 65 processes; at most 64");
  CHECK(error_of("~~?????") == "graph6 of too many processes; at most 64");
  CHECK(error_of("~?@") == "graph6 ends within the number of processes");
  CHECK(error_of("B") == "graph6 of 3 processes has 2 characters, not 1");
  CHECK(error_of("Bww") == "graph6 of 3 processes has 2 characters, not 3");
  CHECK(error_of("@?") == "graph6 of 1 process has 1 characters, not 2");
  CHECK(error_of("&B?") == "digraph6 of 3 processes has 4 characters, not 3");
  CHECK(error_of("~?@?A") == "graph6 of 64 processes has 340 characters, not 5");
  CHECK(error_of("B@") == "graph6 of 3 processes has to end in zero bits, which fill its last character");
  CHECK(error_of("&AC") == "digraph6 of 2 processes has a channel from process 1 to itself");
}

TEST_CASE("what kind of graph it is") {
  const auto kinds = [](const Topology& topology) {
    return std::string(is_symmetric(topology) ? "s" : "") + (is_connected(topology) ? "c" : "") +
           (is_tree(topology) ? "t" : "") + (is_complete(topology) ? "k" : "");
  };
  CHECK(kinds(make_complete(1)) == "sctk");
  CHECK(kinds(make_complete(2)) == "sctk");
  CHECK(kinds(make_complete(3)) == "sck");
  CHECK(kinds(make_line(3)) == "sct");
  CHECK(kinds(make_cycle(4)) == "sc");
  CHECK(kinds(make_ring(3)) == "c");
  CHECK(kinds(make_two_way_ring(4)) == "sc");
  CHECK(kinds(from_graph6("", "A?")) == "s");
  CHECK(kinds(from_graph6("", "&AG")).empty());  // 1 -> 0
  CHECK(kinds(from_graph6("", "C{")) == "sc");   // a triangle and a leaf
  CHECK(kinds(from_graph6("", "Cw")) == "s");    // a triangle and nobody's neighbour: edges as in a tree
  CHECK(kinds(from_graph6("", "&BP_")) == "c");  // 0 -> 1 -> 2 -> 0
  for_each_graph(4, true, [](const Adjacency& adjacent) {
    CHECK(is_connected(make_graph("", adjacent)) == connected(adjacent));
  });
}

TEST_CASE("the diameter of what is known by name") {
  for (int n = 1; n <= 6; ++n) {
    CHECK(diameter(make_ring(n)) == n - 1);
    CHECK(diameter(make_two_way_ring(n)) == n / 2);
    CHECK(diameter(make_cycle(n)) == n / 2);
    CHECK(diameter(make_line(n)) == n - 1);
    CHECK(diameter(make_complete(n)) == std::min(n - 1, 1));
    CHECK(diameter(make_star(n)) == std::min(n - 1, 2));
  }
  Topology single = make_complete(1);
  add_self_channel(single, 0);
  CHECK(diameter(single) == 0);
  CHECK(diameter(from_graph6("petersen", "IheA@GUAo")) == 2);
}

// Floyd and Warshall, as against one search from each place.
TEST_CASE("the diameter of every small digraph, another way") {
  for (int n = 1; n <= 4; ++n) {
    for_each_graph(n, true, [n](const Adjacency& adjacent) {
      if (!connected(adjacent)) return;
      std::vector<std::vector<int>> far(at(n), std::vector<int>(at(n), n));
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          if (i == j) far[at(i)][at(j)] = 0;
          if (adjacent[at(i)][at(j)]) far[at(i)][at(j)] = 1;
        }
      }
      for (int by = 0; by < n; ++by) {
        for (int i = 0; i < n; ++i) {
          for (int j = 0; j < n; ++j)
            far[at(i)][at(j)] = std::min(far[at(i)][at(j)], far[at(i)][at(by)] + far[at(by)][at(j)]);
        }
      }
      int most = 0;
      for (const auto& row : far) most = std::max(most, *std::ranges::max_element(row));
      CHECK(diameter(make_graph("", adjacent)) == most);
    });
  }
}

TEST_CASE("ports towards the root of a tree") {
  CHECK(parent_ports("@") == std::vector{-1});
  CHECK(parent_ports(make_line(4).graph6) == std::vector{-1, 0, 0, 0});
  CHECK(parent_ports(make_star(4).graph6) == std::vector{-1, 0, 0, 0});
  CHECK(parent_ports("D@w") == std::vector{-1, 0, 1, 0, 0});  // 0-4, 4-1, 4-2, 2-3
}

TEST_SUITE_END();
