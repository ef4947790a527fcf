// Every registered model against the naive checker, on every network, whoever starts, however identifiers
// repeat.
#include <doctest/doctest.h>

#include "naive/compare.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

struct Compared {
  int instances = 0;
  int timed = 0;
};

Compared compare_all(const Scenario& scenario, bool thorough = true) {
  Instances instances(scenario);
  Instance instance;
  Compared compared;
  while (instances.next(instance)) {
    const auto comparison =
        naive::compare(scenario, instance, {.configurations = 20'000, .timed = 2000, .thorough = thorough});
    INFO(describe(scenario, instance));
    CHECK(comparison.explored);
    CHECK(comparison.difference == "");
    ++compared.instances;
    compared.timed += comparison.timed ? 1 : 0;
  }
  return compared;
}

Compared compare_model(const Model& model, Network network, Fairness fairness) {
  Compared all_compared;
  for (int n = 1; n <= 3; ++n) {
    for (const Initiators& initiators : {any(), all(), one(), listed({0})}) {
      // The other notions of fairness are for a few: most executions come to an end.
      if (n == 3 && fairness != Fairness::weak && initiators.kind != Initiators::Kind::all) continue;
      Scenario scenario = on_ring(model, n);
      scenario.network = network;
      scenario.initiators = initiators;
      scenario.fairness = fairness;
      for (const Identifiers& identifiers : {every_order(), duplicates(), equal(), order({4, 1, 3})}) {
        if (identifiers.kind == Identifiers::Kind::listed && n != 3) continue;
        scenario.identifiers = identifiers;
        // One order of each class: that the others are alike is another test's business.
        scenario.reduction.symmetry = n == 3;
        const Compared compared = compare_all(scenario, n < 3);
        all_compared.instances += compared.instances;
        all_compared.timed += compared.timed;
      }
    }
  }
  return all_compared;
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
      for (const Fairness fairness : {Fairness::weak, Fairness::strong, Fairness::none}) {
        const Compared compared = compare_model(*model, network, fairness);
        CHECK(compared.instances > 0);
        CHECK((compared.timed > 0) == !model->copies_network);
        ++checked;
      }
    }
  }
  CHECK(checked >= 45);
}

TEST_CASE("four processes, one order each") {
  for (const Model* model : models()) {
    if (model->about.topology != "ring") continue;
    for (const std::vector<int>& ids : {std::vector{4, 2, 3, 1}, std::vector{2, 1, 2, 2}}) {
      Scenario scenario = on_ring(*model, 4);
      scenario.identifiers = order(ids);
      scenario.initiators = all();
      CHECK(compare_all(scenario).instances == 1);
    }
  }
}

TEST_CASE("only the properties that were asked for") {
  const Model& model = *find_model("chang-roberts");
  for (const Property& p : model.properties) {
    Scenario scenario = on_ring(model, 2);
    scenario.identifiers = duplicates();
    scenario.properties = {};
    scenario.properties.add(p.id);
    CHECK(compare_all(scenario).instances == 4);
  }
}

TEST_SUITE_END();
