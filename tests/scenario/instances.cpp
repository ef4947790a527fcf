// Which instances there are, and how many orders each stands for.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "scenario/families.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

Scenario ring_of(int n, const Identifiers& identifiers, bool symmetry) {
  Scenario scenario = on_ring(*find_model("chang-roberts"), n);
  scenario.identifiers = identifiers;
  scenario.reduction.symmetry = symmetry;
  return scenario;
}

struct Listing {
  std::set<std::vector<int>> orders;
  std::set<std::pair<std::vector<int>, std::vector<int>>> cases;  // with the initiators
  std::uint64_t instances = 0;
  std::uint64_t covered = 0;
};

Listing list(const Scenario& scenario) {
  Instances instances(scenario);
  Instance instance;
  Listing listing;
  while (instances.next(instance)) {
    std::vector<int> ids;
    for (const Id id : instance.ids) ids.push_back(code_of(id));
    listing.orders.insert(ids);
    listing.cases.emplace(ids, instance.initiators);
    ++listing.instances;
    listing.covered += instance.orders.to_uint64();
  }
  return listing;
}

}  // namespace

TEST_SUITE_BEGIN("scenario");

TEST_CASE("every order once") {
  CHECK(list(ring_of(1, every_order(), false)).instances == 1);
  CHECK(list(ring_of(4, every_order(), false)).instances == 24);
  CHECK(list(ring_of(3, every_order(5), false)).instances == 60);
  CHECK(list(ring_of(3, duplicates(), false)).instances == 27);
  CHECK(list(ring_of(2, duplicates(4), false)).instances == 16);
  CHECK(list(ring_of(4, equal(), false)).instances == 1);
  CHECK(list(ring_of(3, order({2, 9, 2}), true)).orders == std::set<std::vector<int>>{{2, 9, 2}});
  const Listing three = list(ring_of(3, every_order(), false));
  CHECK(three.orders.size() == three.instances);
  CHECK(three.orders.contains({2, 3, 1}));
}

TEST_CASE("classes of rotations") {
  for (int n = 1; n <= 6; ++n) {
    const Listing listing = list(ring_of(n, every_order(), true));
    std::uint64_t factorial = 1;
    for (int i = 2; i < n; ++i) factorial *= static_cast<std::uint64_t>(i);
    CHECK(listing.instances == factorial);  // (n-1)!
    for (const auto& ids : listing.orders) CHECK(ids[0] == n);
  }
  // Necklaces: 11 of three beads and 70 of four, in as many colours; 6 of four beads in two.
  CHECK(list(ring_of(3, duplicates(), true)).instances == 11);
  CHECK(list(ring_of(4, duplicates(), true)).instances == 70);
  CHECK(list(ring_of(4, duplicates(2), true)).instances == 6);
}

TEST_CASE("classes cover all orders") {
  for (int n = 1; n <= 5; ++n) {
    for (const Identifiers& identifiers : {every_order(), every_order(n + 2), duplicates(), equal()}) {
      if (n == 5 && identifiers.universe > n) continue;
      const Scenario scenario = ring_of(n, identifiers, true);
      CHECK(std::to_string(list(scenario).covered) == count_orders(scenario));
    }
  }
  CHECK(count_orders(ring_of(25, every_order(), true)) == "15511210043330985984000000");
}

TEST_CASE("listed initiators keep only the rotations that keep them") {
  Scenario scenario = ring_of(4, every_order(), true);
  scenario.initiators = listed({1});
  CHECK(list(scenario).instances == 24);
  scenario.initiators = listed({0, 2});
  CHECK(list(scenario).instances == 12);
  CHECK(list(scenario).covered == 24);
  scenario.initiators = listed({0, 1, 2, 3});
  CHECK(list(scenario).instances == 6);
}

// What stands for each class, and for how many: found by turning every case round.
std::map<std::pair<std::vector<int>, std::vector<int>>, std::uint64_t> classes_by_turning(
    const Scenario& scenario) {
  std::map<std::pair<std::vector<int>, std::vector<int>>, std::uint64_t> classes;
  for (const auto& [ids, initiators] : list(scenario).cases) {
    std::pair greatest{ids, initiators};
    auto turned = ids;
    for (int by = 1; by < scenario.processes; ++by) {
      std::rotate(turned.begin(), turned.begin() + 1, turned.end());
      std::vector<int> start;
      for (const int place : initiators)
        start.push_back((place + scenario.processes - by) % scenario.processes);
      std::ranges::sort(start);
      greatest = std::max(greatest, std::pair{turned, start});
    }
    ++classes[greatest];
  }
  return classes;
}

void check_so_many_initiators(int count) {
  for (int n = count; n <= 4; ++n) {
    for (const Identifiers& identifiers : {every_order(), every_order(n + 1), duplicates(), equal()}) {
      Scenario scenario = ring_of(n, identifiers, false);
      scenario.initiators = counted(count);
      const Listing all_cases = list(scenario);
      std::size_t sets = 1;
      for (int k = 1; k <= count; ++k)
        sets = sets * static_cast<std::size_t>(n - k + 1) / static_cast<std::size_t>(k);
      CHECK(std::to_string(all_cases.cases.size() / sets) == count_orders(scenario));
      CHECK(all_cases.instances == all_cases.cases.size());
      const auto classes = classes_by_turning(scenario);
      scenario.reduction.symmetry = true;
      const Listing reduced = list(scenario);
      CHECK(reduced.instances == classes.size());
      CHECK(reduced.covered == all_cases.instances);
      Instances instances(scenario);
      Instance instance;
      while (instances.next(instance)) {
        std::vector<int> ids;
        for (const Id id : instance.ids) ids.push_back(code_of(id));
        CHECK(classes.contains({ids, instance.initiators}));
        if (classes.contains({ids, instance.initiators}))
          CHECK(instance.orders == classes.at({ids, instance.initiators}));
      }
    }
  }
}

TEST_CASE("one initiator: every place in turn, with every order") { check_so_many_initiators(1); }
TEST_CASE("two and three initiators: every set of so many, with every order") {
  check_so_many_initiators(2);
  check_so_many_initiators(3);
}

// Topology, identifiers, initiators.
using Turned = std::tuple<std::size_t, std::vector<int>, std::vector<int>>;

std::map<Turned, Rational> cases_of(const Scenario& scenario) {
  Instances instances(scenario);
  Instance instance;
  std::map<Turned, Rational> all;
  while (instances.next(instance)) {
    std::vector<int> ids;
    for (const Id id : instance.ids) ids.push_back(code_of(id));
    const bool added =
        all.emplace(Turned{instance.topology, ids, instance.initiators}, instance.orders).second;
    CHECK(added);
  }
  return all;
}

// Every renumbering of places that keeps channels, the root, and the list of initiators.
std::vector<std::vector<int>> automorphisms(const Scenario& scenario, std::size_t topology) {
  const Adjacency adjacent = adjacency(scenario.topologies[topology]);
  const auto& listed = scenario.initiators.places;
  const auto is_listed = [&](int place) { return std::ranges::find(listed, place) != listed.end(); };
  std::vector<int> map(adjacent.size());
  std::iota(map.begin(), map.end(), 0);
  std::vector<std::vector<int>> all;
  do {
    bool keeps = !scenario.model->rooted() || map[0] == 0;
    for (std::size_t i = 0; i < map.size(); ++i) {
      keeps = keeps && is_listed(static_cast<int>(i)) == is_listed(map[i]);
      for (std::size_t j = 0; j < map.size(); ++j) {
        const auto to_i = static_cast<std::size_t>(map[i]);
        const auto to_j = static_cast<std::size_t>(map[j]);
        keeps = keeps && adjacent[i][j] == adjacent[to_i][to_j];
      }
    }
    if (keeps) all.push_back(map);
  } while (std::ranges::next_permutation(map).found);
  return all;
}

// How many cases have the same greatest renumbered one, which stands for them.
std::map<Turned, Rational> classes(Scenario scenario) {
  scenario.reduction.symmetry = false;
  std::vector<std::vector<std::vector<int>>> maps;
  for (std::size_t t = 0; t < scenario.topologies.size(); ++t) maps.push_back(automorphisms(scenario, t));
  std::map<Turned, Rational> classes;
  for (const auto& [of, orders] : cases_of(scenario)) {
    const auto& [topology, ids, initiators] = of;
    Turned greatest = of;
    for (const auto& map : maps[topology]) {
      std::vector<int> renumbered(ids.size());
      for (std::size_t i = 0; i < ids.size(); ++i) renumbered[static_cast<std::size_t>(map[i])] = ids[i];
      std::vector<int> start;
      for (const int place : initiators) start.push_back(map[static_cast<std::size_t>(place)]);
      std::ranges::sort(start);
      greatest = std::max(greatest, Turned{topology, renumbered, start});
    }
    classes[greatest] += orders;
  }
  return classes;
}

std::vector<Scenario> on_families(const Model& model, int n) {
  const std::string own(model.about.topology);
  std::vector<Scenario> scenarios{on(model, own, n)};
  if (own != "connected") return scenarios;
  scenarios.push_back(on(model, "tree", n));
  scenarios.push_back(scenarios[0]);
  scenarios.back().topologies = strongly_connected_digraphs(n, model.rooted(), false);
  return scenarios;
}

TEST_CASE("classes on every family are those of a search through all renumberings") {
  for (const char* name : {"spanning-tree-rootless", "global-function", "convergecast", "lamport-election"}) {
    const Model& model = *find_model(name);
    for (int n = 1; n <= (brief ? 3 : 4); ++n) {
      for (Scenario scenario : on_families(model, n)) {
        if (n == 4 && scenario.topologies.size() > 20) scenario.topologies.resize(20);
        for (const Initiators& initiators :
             {all(), one(), counted(std::min(n, 2)), listed({n - 1}), listed({0, n / 2})}) {
          for (const Identifiers& identifiers : {every_order(), every_order(n + 1), duplicates(2), equal()}) {
            scenario.initiators = initiators;
            std::ranges::sort(scenario.initiators.places);
            const auto repeated = std::ranges::unique(scenario.initiators.places);
            scenario.initiators.places.erase(repeated.begin(), repeated.end());
            scenario.identifiers = identifiers;
            scenario.reduction.symmetry = true;
            CAPTURE(name);
            CAPTURE(n);
            CAPTURE(describe(initiators));
            CHECK((cases_of(scenario) == classes(scenario)));
          }
        }
      }
    }
  }
}

TEST_CASE("orders that begin alike are left out together, where none of them stands for its class") {
  Scenario scenario = on(*find_model("lamport-election"), "complete", 11);  // 11! orders, one class
  scenario.initiators = all();
  scenario.identifiers = every_order();
  scenario.reduction.symmetry = true;
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  CHECK(std::ranges::is_sorted(instance.ids, std::greater()));
  CHECK(instance.orders.str() == "39916800");
  CHECK(!instances.next(instance));
}

TEST_CASE("every root counts, if the model has one") {
  const auto count = [](const char* model, const char* topology, int n) {
    return on(*find_model(model), topology, n).topologies.size();
  };
  // OEIS A001349 and A126100, A000081, of which without a root A000055.
  CHECK(count("spanning-tree-rootless", "connected", 3) == 2);
  CHECK(count("spanning-tree-rootless", "connected", 4) == 6);
  CHECK(count("spanning-tree", "connected", 3) == 3);
  CHECK(count("spanning-tree", "connected", 4) == 11);
  CHECK(count("spanning-tree-rootless", "tree", 4) == 2);
  CHECK(count("convergecast", "tree", 4) == 4);
}

TEST_CASE("to an anonymous model all orders are one") {
  const Model& model = *find_model("spanning-tree");
  REQUIRE(model.anonymous);
  int factorial = 1;
  for (int n = 1; n <= 5; ++n) {
    factorial *= n;
    Scenario scenario = on(model, "connected", n);
    CHECK(count_orders(scenario) ==
          std::to_string(scenario.topologies.size() * static_cast<std::size_t>(factorial)));
    scenario.reduction.symmetry = true;
    const auto reduced = cases_of(scenario);
    CHECK(reduced.size() == scenario.topologies.size());
    for (const auto& [of, orders] : reduced) CHECK(orders == factorial);
    if (n > 4) continue;
    scenario.reduction.symmetry = false;
    CHECK(cases_of(scenario).size() == scenario.topologies.size() * static_cast<std::size_t>(factorial));
    // Every place in turn: the classes of places that look alike, each with all orders.
    scenario.initiators = one();
    scenario.identifiers = equal();
    const auto places = classes(scenario);
    scenario.identifiers = every_order();
    scenario.reduction.symmetry = true;
    const auto with_orders = cases_of(scenario);
    CHECK(with_orders.size() == places.size());
    for (const auto& [of, orders] : with_orders) {
      const auto& [topology, ids, initiators] = of;
      CHECK(orders == factorial * places.at({topology, std::vector<int>(ids.size(), 1), initiators}));
    }
  }
}

TEST_CASE("who may start, and who must") {
  Scenario scenario = ring_of(3, every_order(), true);
  scenario.initiators = any();
  const Instance instance;
  CHECK(may_start(scenario, instance, 2));
  CHECK(!scenario.start_is_owed());
  scenario.initiators = all();
  CHECK(may_start(scenario, instance, 2));
  CHECK(scenario.start_is_owed());
  scenario.initiators = listed({0, 2});
  CHECK(may_start(scenario, instance, 2));
  CHECK(!may_start(scenario, instance, 1));
  CHECK(scenario.start_is_owed());
  scenario.initiators = one();
  CHECK(may_start(scenario, {.ids = {}, .initiators = {1}}, 1));
  CHECK(!may_start(scenario, {.ids = {}, .initiators = {1}}, 2));
  CHECK(scenario.start_is_owed());
}

TEST_SUITE_END();
