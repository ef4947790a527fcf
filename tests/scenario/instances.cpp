// Which instances there are, and how many orders each stands for.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "scenario/scenarios.hpp"

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
  std::set<std::pair<std::vector<int>, int>> cases;  // with the initiator
  std::uint64_t instances = 0;
  std::uint64_t covered = 0;
};

Listing list(const Scenario& scenario) {
  Instances instances(scenario);
  Instance instance;
  Listing listing;
  while (instances.next(instance)) {
    std::vector<int> ids;
    for (const Id id : instance.ids) ids.push_back(id.value());
    listing.orders.insert(ids);
    listing.cases.emplace(ids, instance.initiator);
    ++listing.instances;
    listing.covered += static_cast<std::uint64_t>(instance.orders);
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
std::map<std::pair<std::vector<int>, int>, std::uint64_t> classes_by_turning(const Scenario& scenario) {
  std::map<std::pair<std::vector<int>, int>, std::uint64_t> classes;
  for (const auto& [ids, initiator] : list(scenario).cases) {
    std::pair greatest{ids, initiator};
    auto turned = ids;
    for (int by = 1; by < scenario.processes; ++by) {
      std::rotate(turned.begin(), turned.begin() + 1, turned.end());
      greatest =
          std::max(greatest, std::pair{turned, (initiator + scenario.processes - by) % scenario.processes});
    }
    ++classes[greatest];
  }
  return classes;
}

TEST_CASE("one initiator: every place in turn, with every order") {
  for (int n = 1; n <= 4; ++n) {
    for (const Identifiers& identifiers : {every_order(), every_order(n + 1), duplicates(), equal()}) {
      Scenario scenario = ring_of(n, identifiers, false);
      scenario.initiators = one();
      const Listing all_cases = list(scenario);
      CHECK(std::to_string(all_cases.cases.size() / static_cast<std::size_t>(n)) == count_orders(scenario));
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
        for (const Id id : instance.ids) ids.push_back(id.value());
        CHECK(classes.contains({ids, instance.initiator}));
        if (classes.contains({ids, instance.initiator}))
          CHECK(instance.orders == classes.at({ids, instance.initiator}));
      }
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
  CHECK(may_start(scenario, {.ids = {}, .orders = 1, .initiator = 1}, 1));
  CHECK(!may_start(scenario, {.ids = {}, .orders = 1, .initiator = 1}, 2));
  CHECK(scenario.start_is_owed());
}

TEST_SUITE_END();
