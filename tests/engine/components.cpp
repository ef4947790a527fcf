// Strongly connected components, against a definition that is slow and plain: two nodes are in the same one
// if each leads to the other.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/analysis/fairness.hpp"

using namespace conclave;

namespace {

std::vector<std::vector<bool>> leads_to(std::uint32_t nodes, const Edges& edges) {
  std::vector<std::vector<bool>> leads(nodes, std::vector<bool>(nodes, false));
  for (std::uint32_t a = 0; a < nodes; ++a) leads[a][a] = true;
  for (const auto& [a, b] : edges) leads[a][b] = true;
  for (std::uint32_t via = 0; via < nodes; ++via) {
    for (std::uint32_t a = 0; a < nodes; ++a) {
      for (std::uint32_t b = 0; b < nodes; ++b) leads[a][b] = leads[a][b] || (leads[a][via] && leads[via][b]);
    }
  }
  return leads;
}

void are_right(const Components& found, std::uint32_t nodes, const Edges& edges) {
  REQUIRE(found.of.size() == nodes);
  const auto leads = leads_to(nodes, edges);
  std::vector<bool> used(found.count, false);
  for (std::uint32_t a = 0; a < nodes; ++a) {
    REQUIRE(found.of[a] < found.count);
    used[found.of[a]] = true;
    for (std::uint32_t b = 0; b < nodes; ++b)
      REQUIRE((found.of[a] == found.of[b]) == (leads[a][b] && leads[b][a]));
  }
  CHECK(std::ranges::find(used, false) == used.end());
  for (const auto& [a, b] : edges) REQUIRE(found.of[a] >= found.of[b]);
}

// The same edges, as a graph that was explored.
void fill(StateGraph& graph, std::uint32_t nodes, const Edges& edges) {
  auto edge = edges.begin();
  for (std::uint32_t node = 0; node < nodes; ++node) {
    graph.first_edge.push_back(graph.edges.size());
    for (; edge != edges.end() && edge->first == node; ++edge) graph.edges.push_back({edge->second, 0});
    graph.ends.push_back(StateGraph::goes_on);
  }
  graph.first_edge.push_back(graph.edges.size());
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("components of random graphs, as their edges are listed and as they are stored") {
  std::mt19937 random(1);
  const auto below = [&](std::uint32_t bound) {
    return std::uniform_int_distribution<std::uint32_t>(0, bound - 1)(random);
  };
  Limits limits(std::size_t{1} << 30);
  int divided = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t nodes = 1 + below(12);
    Edges edges;
    for (std::uint32_t left = below(2 * nodes + 1); left > 0; --left)
      edges.emplace_back(below(nodes), below(nodes));  // back to itself, or twice, too
    std::ranges::sort(edges);
    CAPTURE(round);
    const Components listed = strong_components(nodes, edges, limits);
    are_right(listed, nodes, edges);
    divided += listed.count > 1 && listed.count < nodes ? 1 : 0;
    StateGraph graph(limits);
    fill(graph, nodes, edges);
    are_right(strong_components(graph), nodes, edges);
  }
  CHECK(divided > 500);
}

TEST_CASE("a path and a circle of a million nodes have as many components, and one") {
  constexpr std::uint32_t nodes = 1'000'000;
  Limits limits(std::size_t{1} << 30);
  Edges edges;
  for (std::uint32_t node = 0; node + 1 < nodes; ++node) edges.emplace_back(node, node + 1);
  CHECK(strong_components(nodes, edges, limits).count == nodes);
  edges.emplace_back(nodes - 1, 0);
  CHECK(strong_components(nodes, edges, limits).count == 1);
}

TEST_SUITE_END();
