// Families are complete and without repetition: by numbers that are known, and by trying all graphs.
#include "scenario/families.hpp"

#include <doctest/doctest.h>

#include <set>

#include "scenario/graphs.hpp"
#include "sizes.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

using Family = std::vector<Topology> (*)(int, bool);
using Counts = std::vector<std::size_t>;

// One of each class of isomorphic ones.
std::vector<Topology> digraphs(int n, bool rooted) { return strongly_connected_digraphs(n, rooted, false); }

// Of one process, of two, and so on. The last of them are most of the work.
void check_count(Family family, bool rooted, const Counts& known) {
  const std::size_t most = known.size() - (brief ? 1 : 0);
  for (std::size_t n = 1; n <= most; ++n) CHECK(family(static_cast<int>(n), rooted).size() == known[n - 1]);
}

bool wanted(Family family, const Adjacency& adjacent) {
  return connected(adjacent) && (family != trees || is_tree(make_graph("", adjacent)));
}

// One form of each class, whichever way the family finds it.
std::set<Adjacency> classes_by_trying(Family family, int n, bool rooted) {
  std::set<Adjacency> classes;
  for_each_graph(n, family == digraphs, [&](const Adjacency& adjacent) {
    if (wanted(family, adjacent)) classes.insert(least_form(adjacent, rooted));
  });
  return classes;
}

void compare_with_trying(Family family, int n, bool rooted) {
  std::set<Adjacency> classes;
  const auto topologies = family(n, rooted);
  for (const Topology& topology : topologies) classes.insert(least_form(adjacency(topology), rooted));
  CHECK(classes.size() == topologies.size());
  CHECK(classes == classes_by_trying(family, n, rooted));
}

}  // namespace

TEST_SUITE_BEGIN("scenario");

// OEIS A000055, A000081, A001349, A126100, A035512.
TEST_CASE("as many graphs as there are") {
  check_count(trees, false, {1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551});
  check_count(trees, true, {1, 1, 2, 4, 9, 20, 48, 115, 286, 719});
  check_count(connected_graphs, false, {1, 1, 2, 6, 21, 112, 853});
  check_count(connected_graphs, true, {1, 1, 3, 11, 58, 407, 4306});
  check_count(digraphs, false, {1, 1, 5, 83, 5048});
}

TEST_CASE("each kind of graph once") {
  for (const bool rooted : {false, true}) {
    for (int n = 1; n <= (brief ? 4 : 5); ++n) {
      compare_with_trying(trees, n, rooted);
      compare_with_trying(connected_graphs, n, rooted);
      if (n < 5) compare_with_trying(digraphs, n, rooted);
    }
  }
}

// Those of processes that are told apart are a set of adjacencies, so they can be counted by listing them.
TEST_CASE("strongly connected digraphs with each labelling: as many as by trying, each once") {
  for (const bool rooted : {false, true}) {
    for (int n = 1; n <= most_labelled_nodes; ++n) {
      std::set<Adjacency> found;
      const auto topologies = strongly_connected_digraphs(n, rooted, true);
      for (const Topology& topology : topologies) {
        CHECK(topology.labellings == 1);
        found.insert(adjacency(topology));
      }
      CHECK(found.size() == topologies.size());
      std::set<Adjacency> tried;
      for_each_graph(n, true, [&](const Adjacency& adjacent) {
        if (connected(adjacent)) tried.insert(adjacent);
      });
      CHECK(found == tried);
    }
  }
}

TEST_CASE("a class of digraphs stands for all numberings of its places") {
  for (const bool rooted : {false, true}) {
    std::vector<std::uint64_t> labelled;
    const int most = brief ? 4 : most_strongly_connected_nodes;
    for (int n = 1; n <= most; ++n) {
      std::uint64_t& sum = labelled.emplace_back(0);
      for (const Topology& topology : digraphs(n, rooted)) {
        sum += topology.labellings;
        if (n > 4) continue;
        std::set<Adjacency> numberings;
        for (const Map& map : permutations(n)) {
          if (!rooted || map[0] == 0) numberings.insert(renumbered(adjacency(topology), map));
        }
        CHECK(topology.labellings == numberings.size());
      }
    }
    std::vector<std::uint64_t> known{1, 1, 18, 1606, 565080};  // OEIS A003030
    known.resize(labelled.size());
    CHECK(labelled == known);
  }
  for (const Topology& topology : connected_graphs(4, false)) CHECK(topology.labellings == 1);
}

TEST_CASE("fewest edges first, each time in the same order") {
  for (const Family family : {trees, connected_graphs, digraphs}) {
    for (const bool rooted : {false, true}) {
      const auto topologies = family(4, rooted);
      const auto again = family(4, rooted);
      CHECK(std::ranges::is_sorted(topologies, {}, [](const Topology& t) { return t.links.size(); }));
      CHECK(std::ranges::equal(topologies, again, {}, &Topology::graph6, &Topology::graph6));
    }
  }
  CHECK(connected_graphs(5, false).back().graph6 == make_complete(5).graph6);
}

TEST_CASE("families say their name, and what is too much for them") {
  CHECK(trees(3, false)[0].name == "tree");
  CHECK(connected_graphs(3, true)[0].name == "connected");
  CHECK(digraphs(3, false)[0].name == "strongly-connected");
  CHECK(!connected_graphs(3, true)[0].named_ports);
  CHECK_THROWS_WITH_AS(
      trees(most_tree_nodes + 1, false),
      "the family `tree` goes up to 14 processes, not 15; larger graphs can come from a file", TopologyError);
  CHECK_THROWS_AS(connected_graphs(most_connected_nodes + 1, false), TopologyError);
  CHECK_THROWS_AS(digraphs(most_strongly_connected_nodes + 1, true), TopologyError);
  CHECK_THROWS_WITH_AS(
      strongly_connected_digraphs(most_labelled_nodes + 1, false, true),
      "the family `strongly-connected` goes up to 4 processes, not 5; larger graphs can come from a file",
      TopologyError);
}

TEST_SUITE_END();
