// What properties ask about places: how far they are from each other, and whose identifier is the largest.
#include "author/places.hpp"

#include <doctest/doctest.h>

#include "author/model.hpp"
#include "program/comparisons.hpp"

using namespace conclave;

namespace {

struct Placed {
  struct Message {};
  struct State {};
};

// A network by its links, with these identifiers.
class Linked final : public Snapshot {
 public:
  Linked(std::vector<std::vector<int>> neighbours, const std::vector<int>& ids)
      : neighbours_(std::move(neighbours)) {
    for (std::size_t i = 0; i < ids.size(); ++i)
      all_.push_back({.id = given_id(ids[i]), .neighbours = neighbours_[i]});
    show(all_);
  }
  bool quiet() const override { return true; }
  const Encoded& parameters() const override { return none_; }
  const std::vector<Flight>& in_flight() const override { return no_flights_; }

 private:
  std::vector<std::vector<int>> neighbours_;
  std::vector<Process> all_;
  Encoded none_;
  std::vector<Flight> no_flights_;
};

std::vector<int> codes(auto&& places) {
  std::vector<int> codes;
  for (const Place place : places) codes.push_back(code_of(place));
  return codes;
}

const std::vector<std::vector<int>> one_way_ring{{1}, {2}, {3}, {4}, {0}};
const std::vector<std::vector<int>> two_parts{{1}, {0, 2}, {1}, {}};

}  // namespace

TEST_SUITE_BEGIN("program");

TEST_CASE("the longest distance is that of all distances, as far as places can be reached") {
  for (const auto& [links, most] : {std::pair(one_way_ring, 4), std::pair(two_parts, 2)}) {
    const Linked network(links, std::vector<int>(links.size(), 1));
    const Global<Placed> g(network);
    int longest = 0;
    for (const Place from : g.places()) {
      for (const auto& far : distances(g, from)) longest = std::max(longest, far.value_or(0));
    }
    CHECK(diameter(g) == longest);
    CHECK(longest == most);
  }
}

TEST_CASE("on a ring places follow on each other, both ways round") {
  const Linked network(one_way_ring, {1, 2, 3, 4, 5});
  const Global<Placed> ring(network);
  for (int from = 0; from < 5; ++from) {
    for (int steps = -11; steps <= 11; ++steps)
      CHECK(code_of(ring.ahead(given_place(from), steps)) == ((from + steps) % 5 + 5) % 5);
  }
  const Linked apart(two_parts, {1, 2, 3, 4});
  CHECK_THROWS_AS(Global<Placed>(apart).ahead(given_place(3), 1), std::out_of_range);
}

TEST_CASE("the largest identifier is found, and where it is") {
  const Linked network(one_way_ring, {2, 7, 3, 7, 1});
  const Global<Placed> g(network);
  const Comparisons comparisons;
  CHECK(largest_identifier(g) == given_id(7));
  CHECK(codes(places_of_largest(g)) == std::vector{1, 3});
  CHECK(codes(g.places()) == std::vector{0, 1, 2, 3, 4});
  CHECK(codes(g.neighbours(given_place(4))) == std::vector{0});
  CHECK(comparisons.notes.facts == std::vector<Comparisons::Fact>{{0, 2}, {2, 7}, {3, 7}, {1, 7}});
  CHECK(comparisons.notes.walked);
}

TEST_CASE("whose identifier is the largest within a distance, on both sides") {
  const std::vector<int> ids{5, 1, 4, 2, 3};
  const Linked network(one_way_ring, ids);
  const Global<Placed> ring(network);
  for (int place = 0; place < 5; ++place) {
    for (int distance = 0; distance <= 6; ++distance) {
      bool largest = true;
      for (int far = -distance; far <= distance; ++far)
        largest = largest && ids[static_cast<std::size_t>(((place + far) % 5 + 5) % 5)] <=
                                 ids[static_cast<std::size_t>(place)];
      CHECK(is_largest_within(ring, given_place(place), distance) == largest);
    }
  }
}

TEST_CASE("who does not want the comparisons themselves is told how names are used") {
  const Comparisons outer;
  {
    const Comparisons inner(false);
    CHECK(!Comparisons::are_noted());
    CHECK(given_id(1) < given_id(2));
    CHECK(given_id(3).value() == 3);
    CHECK(inner.notes.facts.empty());
    CHECK(inner.notes.numbers);
    inner.pass_on();
  }
  CHECK(Comparisons::are_noted());
  CHECK(outer.notes.facts.empty());
  CHECK(outer.notes.numbers);
}

TEST_SUITE_END();
