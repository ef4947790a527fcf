// Which processes are Byzantine: every choice, each once; and under symmetry one of each class of them, for
// the classes of orders that there are without.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "scenario/graphs.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

using Places = std::vector<int>;

struct Case {
  std::size_t topology;
  std::vector<int> ids;
  Places down;
  Places initiators;
  Places byzantine;
  friend auto operator<=>(const Case&, const Case&) = default;
};

struct Orders {
  Rational with_initiators;
  Rational alone;
  friend bool operator==(const Orders&, const Orders&) = default;
};

std::map<Case, Orders> list_cases(const Scenario& scenario) {
  Instances instances(scenario);
  Instance instance;
  std::map<Case, Orders> all;
  while (instances.next(instance)) {
    Case of{instance.topology, {}, instance.down, instance.initiators, instance.byzantine};
    for (const Id id : instance.ids) of.ids.push_back(code_of(id));
    const bool added = all.emplace(of, Orders{instance.orders, instance.identifier_orders}).second;
    CHECK(added);
  }
  return all;
}

// What an automorphism makes of it: what was at place i is at place map[i].
Case mapped(const Case& of, const Map& map) {
  Case other = of;
  for (std::size_t i = 0; i < map.size(); ++i) other.ids[at(map[i])] = of.ids[i];
  for (Places* places : {&other.down, &other.initiators, &other.byzantine}) {
    for (int& place : *places) place = map[at(place)];
    std::ranges::sort(*places);
  }
  return other;
}

// Those that keep the processes that are named as Byzantine or down, if there are any.
std::vector<Map> automorphisms(const Topology& topology, const Scenario& scenario) {
  const Adjacency adjacent = adjacency(topology);
  const auto is_named = [&](int place) {
    return std::pair(std::ranges::binary_search(scenario.byzantine_at, place),
                     std::ranges::binary_search(scenario.down.places, place));
  };
  std::vector<Map> maps = permutations(static_cast<int>(adjacent.size()));
  std::erase_if(maps, [&](const Map& map) {
    for (std::size_t i = 0; i < map.size(); ++i) {
      if (is_named(static_cast<int>(i)) != is_named(map[i])) return true;
    }
    return renumbered(adjacent, map) != adjacent;
  });
  return maps;
}

// The same by looking at every case: the greatest of each class, and how many orders there are in it, with
// their starts and without; not counting which processes are Byzantine.
std::map<Case, Orders> by_trying(Scenario scenario) {
  scenario.reduction = Reduction::none();
  std::vector<std::vector<Map>> groups;
  for (const Topology& topology : scenario.topologies) groups.push_back(automorphisms(topology, scenario));
  std::map<Case, Orders> greatest;
  for (const auto& [of, orders] : list_cases(scenario)) {
    CHECK(orders == Orders{scenario.topologies[of.topology].labellings, orders.alone});
    std::set<Case> all;
    std::set<std::tuple<std::vector<int>, Places, Places>> cases;
    std::set<std::vector<int>> alone;
    for (const Map& map : groups[of.topology]) {
      const Case other = mapped(of, map);
      all.insert(other);
      cases.emplace(other.ids, other.down, other.initiators);
      alone.insert(other.ids);
    }
    if (*all.rbegin() != of) continue;
    const std::uint64_t labellings = scenario.topologies[of.topology].labellings;
    greatest[of] = {Rational(cases.size() * labellings), Rational(alone.size() * labellings)};
  }
  return greatest;
}

Scenario with(const Model& model, const std::string& topology, int n, int byzantine, const Identifiers& ids,
              bool symmetry) {
  Scenario scenario = on(model, topology, n);
  scenario.faults.byzantine = byzantine;
  scenario.identifiers = ids;
  scenario.reduction.symmetry = symmetry;
  return scenario;
}

std::uint64_t choose(int n, int k) {
  std::uint64_t ways = 1;
  for (int i = 0; i < k; ++i)
    ways = ways * static_cast<std::uint64_t>(n - i) / static_cast<std::uint64_t>(i + 1);
  return ways;
}

}  // namespace

TEST_SUITE_BEGIN("scenario");

TEST_CASE("every set of so many places once, of all if there are fewer") {
  const Model& model = *find_model("lcr");
  std::uint64_t factorial = 1;
  for (int n = 1; n <= 4; ++n) {
    factorial *= static_cast<std::uint64_t>(n);
    for (int byzantine = 0; byzantine <= n + 2; ++byzantine) {
      const auto all = list_cases(with(model, "ring", n, byzantine, every_order(), false));
      const int really = std::min(byzantine, n);
      CHECK(all.size() == factorial * choose(n, really));
      for (const auto& [of, orders] : all) {
        CHECK(std::ssize(of.byzantine) == really);
        CHECK(std::ranges::is_sorted(of.byzantine));
        CHECK(std::set(of.byzantine.begin(), of.byzantine.end()).size() == of.byzantine.size());
      }
    }
  }
}

TEST_CASE("the sets of one order follow on each other: the engine counts orders by that") {
  for (const bool symmetry : {false, true}) {
    for (const Identifiers& ids : {every_order(), duplicates(), equal()}) {
      const Scenario scenario = with(*find_model("lcr"), "ring", 4, 2, ids, symmetry);
      Instances instances(scenario);
      Instance instance;
      std::set<std::vector<Id>> seen;
      std::vector<Id> last;
      while (instances.next(instance)) {
        if (instance.ids != last) CHECK(seen.insert(instance.ids).second);
        last = instance.ids;
      }
    }
  }
}

TEST_CASE("with distinct identifiers no automorphism keeps an order, so all sets are different") {
  const auto all = list_cases(with(*find_model("lcr"), "ring", 4, 2, every_order(), true));
  CHECK(all.size() == 6 * choose(4, 2));
  for (const auto& [of, orders] : all) CHECK(orders == Orders{4, 4});
}

TEST_CASE("classes with Byzantine processes, by trying") {
  const std::vector<std::pair<const char*, const char*>> where{
      {"lcr", "ring"}, {"bully", "complete"}, {"flood-max", "strongly-connected"}, {"flood-max", "star"}};
  for (const auto& [name, topology] : where) {
    const Model& model = *find_model(name);
    for (int n = 1; n <= (brief ? 3 : 4); ++n) {
      for (int byzantine = 0; byzantine <= 2; ++byzantine) {
        for (const Identifiers& ids : {every_order(), duplicates(2), equal(), every_order(n + 1)}) {
          for (const Initiators& initiators : {all(), one()}) {
            Scenario scenario = with(model, topology, n, byzantine, ids, true);
            scenario.initiators = initiators;
            if (scenario.topologies.size() > 30) scenario.topologies.resize(30);
            CAPTURE(name);
            CAPTURE(topology);
            CAPTURE(n);
            CAPTURE(byzantine);
            CHECK((list_cases(scenario) == by_trying(scenario)));
          }
        }
      }
    }
  }
}

TEST_CASE("classes with processes that are down, by trying") {
  for (const auto& [name, topology] :
       {std::pair{"lcr", "ring"}, {"bully", "complete"}, {"flood-max", "star"}}) {
    for (int n = 2; n <= (brief ? 3 : 4); ++n) {
      for (const int byzantine : {0, 1}) {
        for (const Identifiers& ids : {every_order(), duplicates(2), equal()}) {
          for (const Down& down : {so_many_down(1), so_many_down(n - 1), down_at({0}),
                                   Down{Down::Kind::largest}, Down{Down::Kind::smallest}}) {
            if (down.goes_by_order() && ids.kind != Identifiers::Kind::all) continue;
            for (const Initiators& initiators : {all(), one(), counted(2)}) {
              if (initiators.count > n - down.how_many()) continue;
              Scenario scenario = with(*find_model(name), topology, n, byzantine, ids, true);
              scenario.down = down;
              scenario.initiators = initiators;
              CAPTURE(name);
              CAPTURE(n);
              CAPTURE(byzantine);
              CAPTURE(describe(down));
              CAPTURE(describe(initiators));
              CHECK((list_cases(scenario) == by_trying(scenario)));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("every set of so many is down, and none of them starts or is Byzantine") {
  for (int n = 2; n <= 5; ++n) {
    for (int count = 1; count < n; ++count) {
      Scenario scenario = with(*find_model("lcr"), "ring", n, 1, equal(), false);
      scenario.down = so_many_down(count);
      scenario.initiators = one();
      const auto all = list_cases(scenario);
      const auto left = static_cast<std::size_t>(n - count);
      CHECK(all.size() == choose(n, count) * left * left);
      for (const auto& [of, orders] : all) {
        CHECK(std::ssize(of.down) == count);
        CHECK(std::ranges::is_sorted(of.down));
        CHECK(!std::ranges::binary_search(of.down, of.initiators.at(0)));
        CHECK(!std::ranges::binary_search(of.down, of.byzantine.at(0)));
      }
    }
  }
}

TEST_CASE("who is listed to start is not down, and the largest is down in every order") {
  Scenario scenario = with(*find_model("lcr"), "ring", 4, 0, every_order(), false);
  scenario.initiators = listed({1, 2});
  scenario.down = so_many_down(2);
  for (const auto& [of, orders] : list_cases(scenario)) CHECK(of.down == Places{0, 3});
  scenario.initiators = one();
  scenario.down = {Down::Kind::largest};
  const auto all = list_cases(scenario);
  CHECK(all.size() == 24 * 3);
  for (const auto& [of, orders] : all) {
    CHECK(of.down.size() == 1);
    CHECK(of.ids[at(of.down.front())] == 4);
  }
}

TEST_CASE("named processes are Byzantine in every order, and no others") {
  for (const auto& [name, topology] :
       {std::pair{"lcr", "ring"}, {"bully", "complete"}, {"flood-max", "star"}}) {
    for (const Places& named : {Places{0}, Places{2}, Places{1, 2}, Places{0, 1, 2}}) {
      for (const Identifiers& ids : {every_order(), duplicates(2), equal(), order({2, 3, 1})}) {
        Scenario scenario = with(*find_model(name), topology, 3, static_cast<int>(named.size()), ids, true);
        scenario.byzantine_at = named;
        const auto all = list_cases(scenario);
        for (const auto& [of, orders] : all) CHECK(of.byzantine == named);
        if (ids.kind != Identifiers::Kind::listed) CHECK((all == by_trying(scenario)));
      }
    }
  }
}

TEST_CASE("the orders of the classes are all orders, whoever is Byzantine in them") {
  for (const Identifiers& ids : {every_order(), duplicates(), duplicates(2), equal()}) {
    for (int byzantine = 0; byzantine <= 3; ++byzantine) {
      const Scenario scenario = with(*find_model("flood-max"), "strongly-connected", 3, byzantine, ids, true);
      std::set<std::pair<std::size_t, std::vector<int>>> known;
      Rational sum = 0;
      for (const auto& [of, orders] : list_cases(scenario)) {
        if (known.emplace(of.topology, of.ids).second) sum += orders.alone;
      }
      CHECK(sum.str() == count_orders(scenario));
    }
  }
}

TEST_SUITE_END();
