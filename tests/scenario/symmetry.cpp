// Automorphisms, compared with trying every permutation.
#include "scenario/symmetry.hpp"

#include <doctest/doctest.h>

#include <random>
#include <set>

#include "scenario/graphs.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

using Colours = std::vector<int>;

Colours plain(int n) { return Colours(at(n), 0); }

// A channel with its ends renumbered; ports of a ring have names, elsewhere they are left out.
bool keeps(const Topology& topology, const Colours& colours, const Map& map) {
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (colours[at(map[i])] != colours[i]) return false;
  }
  std::vector<Channel> before = channels(topology);
  if (!topology.named_ports) {
    for (Channel& channel : before) channel.out = channel.in = 0;
  }
  std::vector<Channel> after = before;
  for (Channel& channel : after) {
    channel.from = map[at(channel.from)];
    channel.to = map[at(channel.to)];
  }
  std::ranges::sort(before);
  std::ranges::sort(after);
  return before == after;
}

std::vector<Map> by_trying(const Topology& topology, const Colours& colours) {
  std::vector<Map> group;
  for (Map& map : permutations(topology.places)) {
    if (keeps(topology, colours, map)) group.push_back(std::move(map));
  }
  return group;
}

// Where those of `group` that fix the places before k send k.
std::vector<int> orbit(const std::vector<Map>& group, int k) {
  std::set<int> places;
  for (const Map& map : group) {
    bool fixes = true;
    for (int i = 0; i < k; ++i) fixes = fixes && map[at(i)] == i;
    if (fixes) places.insert(map[at(k)]);
  }
  return {places.begin(), places.end()};
}

void compare_with_trying(const Topology& topology, const Colours& colours) {
  const auto expected = by_trying(topology, colours);
  const Symmetry group = symmetry(topology, colours);
  CAPTURE(topology.graph6);
  CHECK(group.size == expected.size());
  CHECK(elements(group, expected.size()) == expected);  // both in lexicographic order
  REQUIRE(std::ssize(group.orbits) == topology.places);
  for (int k = 0; k < static_cast<int>(group.orbits.size()); ++k)
    CHECK(group.orbits[at(k)] == orbit(expected, k));
}

// Every colouring with 0 and 1.
std::vector<Colours> two_colourings(int n) {
  std::vector<Colours> all;
  for (unsigned set = 0; set < 1U << n; ++set) {
    Colours colours;
    for (int i = 0; i < n; ++i) colours.push_back(set >> i & 1U);
    all.push_back(std::move(colours));
  }
  return all;
}

}  // namespace

TEST_SUITE_BEGIN("scenario");

TEST_CASE("automorphisms of every small graph, by trying") {
  for (int n = 1; n <= 4; ++n) {
    for_each_graph(n, false, [n](const Adjacency& adjacent) {
      for (const Colours& colours : two_colourings(n)) compare_with_trying(make_graph("", adjacent), colours);
    });
  }
  for_each_graph(5, false, [](const Adjacency& adjacent) {
    if (!connected(adjacent)) return;
    for (const Colours& colours : {Colours{0, 0, 0, 0, 0}, {7, 0, 0, 0, 0}, {2, 1, 2, 1, 0}})
      compare_with_trying(make_graph("", adjacent), colours);
  });
}

TEST_CASE("automorphisms of every small digraph, by trying") {
  for (int n = 1; n <= 3; ++n) {
    for_each_graph(n, true, [n](const Adjacency& adjacent) {
      for (const Colours& colours : two_colourings(n)) compare_with_trying(make_graph("", adjacent), colours);
    });
  }
}

TEST_CASE("a ring with named ports only turns") {
  for (int n = 1; n <= 6; ++n) {
    for (const Topology& ring : {make_ring(n), make_two_way_ring(n)}) {
      CHECK(symmetry(ring, plain(n)).size == n);
      for (const Colours& colours : two_colourings(n)) compare_with_trying(ring, colours);
    }
    CHECK(symmetry(make_cycle(n), plain(n)).size == (n < 3 ? n : 2 * n));
  }
  CHECK(elements(symmetry(make_ring(3), plain(3)), 3) == std::vector<Map>{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}});
}

TEST_CASE("a channel to itself sets a process apart") {
  Topology cycle = make_cycle(4);
  add_self_channel(cycle, 1);
  CHECK(symmetry(cycle, plain(4)).size == 2);
  compare_with_trying(cycle, plain(4));
  Topology single = make_complete(1);
  add_self_channel(single, 0);
  CHECK(symmetry(single, plain(1)).size == 1);
  CHECK(symmetry(single, plain(1)).generators.empty());
}

TEST_CASE("large groups") {
  const Symmetry all = symmetry(make_complete(64), plain(64));
  Rational factorial = 1;
  for (int i = 2; i <= 64; ++i) factorial *= i;
  CHECK(all.size == factorial);
  CHECK(all.orbits[0].size() == 64);
  CHECK(all.orbits[60] == std::vector{60, 61, 62, 63});
  CHECK(elements(all, 1'000'000).empty());
  CHECK(symmetry(make_cycle(64), plain(64)).size == 128);
  CHECK(symmetry(from_graph6("petersen", "IheA@GUAo"), plain(10)).size == 120);
  const Symmetry five = symmetry(make_complete(5), plain(5));
  CHECK(elements(five, 119).empty());
  CHECK(elements(five, 120) == permutations(5));
}

TEST_CASE("one canonical form for all numberings") {
  std::set<Adjacency> forms, least_forms;
  for_each_graph(4, true, [&](const Adjacency& adjacent) {
    forms.insert(canonical_form(adjacent, plain(4)));
    least_forms.insert(least_form(adjacent, false));
  });
  CHECK(forms.size() == 218);
  for (const Adjacency& form : forms) CHECK(least_forms.contains(least_form(form, false)));

  std::mt19937 random(1);
  const Adjacency petersen = adjacency(from_graph6("", "IheA@GUAo"));
  Map map = permutations(5).front();
  for (int i = 5; i < 10; ++i) map.push_back(i);
  for (int turn = 0; turn < 100; ++turn) {
    std::ranges::shuffle(map, random);
    CHECK(canonical_form(renumbered(petersen, map), plain(10)) == canonical_form(petersen, plain(10)));
  }
}

TEST_CASE("canonical forms have the smallest colour first") {
  const Adjacency line = adjacency(make_line(3));
  const Adjacency end_first = canonical_form(line, {1, 1, 0}),
                  middle_first = canonical_form(line, {5, -1, 5});
  CHECK(std::ranges::count(end_first[0], true) == 1);
  CHECK(middle_first == adjacency(make_star(3)));
  CHECK(canonical_form(line, {0, 1, 1}) == end_first);
}

TEST_SUITE_END();
