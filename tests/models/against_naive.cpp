// Every registered model against the naive checker, on every network, whoever starts, however identifiers
// repeat.
#include <doctest/doctest.h>

#include "naive/compare.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

constexpr std::size_t cap = 20'000;

// How many instances were compared.
int compare_all(const Scenario& scenario) {
  Instances instances(scenario);
  Instance instance;
  int compared = 0;
  while (instances.next(instance)) {
    const auto comparison = naive::compare(scenario, instance, cap);
    INFO(describe(scenario, instance));
    CHECK(comparison.explored);
    CHECK(comparison.difference == "");
    ++compared;
  }
  return compared;
}

int compare_model(const Model& model, Network network) {
  int compared = 0;
  for (int n = 1; n <= 3; ++n) {
    for (const Initiators& initiators : {any(), all(), listed({0})}) {
      Scenario scenario = on_ring(model, n);
      scenario.network = network;
      scenario.initiators = initiators;
      for (const Identifiers& identifiers : {every_order(), duplicates(), equal(), order({4, 1, 3})}) {
        if (identifiers.kind == Identifiers::Kind::listed && n != 3) continue;
        scenario.identifiers = identifiers;
        // One order of each class: that the others are alike is another test's business.
        scenario.reduction.symmetry = n == 3;
        compared += compare_all(scenario);
      }
    }
  }
  return compared;
}

}  // namespace

TEST_SUITE_BEGIN("naive");

TEST_CASE("every model on every network does what the naive checker says") {
  int checked = 0;
  for (const Model* model : models()) {
    if (model->about.topology != "ring") continue;
    for (const Network network : {Network::fifo, Network::bag, Network::set}) {
      CAPTURE(model->full_name());
      CAPTURE(name(network));
      CHECK(compare_model(*model, network) > 0);
      ++checked;
    }
  }
  CHECK(checked >= 15);
}

TEST_CASE("four processes, one order each") {
  for (const Model* model : models()) {
    if (model->about.topology != "ring") continue;
    for (const std::vector<int>& ids : {std::vector{4, 2, 3, 1}, std::vector{2, 1, 2, 2}}) {
      Scenario scenario = on_ring(*model, 4);
      scenario.identifiers = order(ids);
      scenario.initiators = all();
      CHECK(compare_all(scenario) == 1);
    }
  }
}

TEST_CASE("only the properties that were asked for") {
  const Model& model = *find_model("chang-roberts");
  for (const Property& p : all_properties) {
    Scenario scenario = on_ring(model, 2);
    scenario.identifiers = duplicates();
    scenario.properties = {};
    scenario.properties.add(p.id);
    CHECK(compare_all(scenario) == 4);
  }
}

TEST_SUITE_END();
